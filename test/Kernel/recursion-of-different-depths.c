// Recursive functions whose depth differs from thread to thread, with barriers after the calls.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { N = 1000, BLOCK = 128 };

static int even(int n, int a);

static int odd(int n, int a) {
    return n == 0 ? a : even(n - 1, a * 3 + 1);
}
static int even(int n, int a) {
    return n == 0 ? -a : odd(n - 1, a + n);
}

static int walk(int depth, const int *a, int k) {
    int local[4] = {1, 2, depth, k};
    if (depth == 0)
        return a[k & 3];
    switch ((a[depth & 3] - a[2]) & 3) {
    case 0:
        local[depth & 3] += 3;
        break;
    case 1:
        local[1] += depth;
        break;
    case 2:
        for (int i = 0; i < (k & 7); i++)
            local[i & 3] += a[i & 3];
        break;
    default:
        break;
    }
    return (int)((unsigned)walk(depth - 1, local, k + 1) * 3 + 5);
}

offload_kernel void run(int n, int out[n], const int in[8]) {
    offload_shared int shared[BLOCK];
    int i = (int)offload_global_id(0), t = (int)offload_thread_id(0);
    int a[4] = {in[0], i, in[1], 4};
    shared[t] = walk(i & 3, a, in[2]);
    offload_barrier();
    int b[4] = {in[3], 7, shared[(t + 5) % BLOCK], n};
    offload_barrier();
    shared[t] = walk((i >> 1) & 3, b, in[4]);
    offload_barrier();
    if (i < n)
        out[i] = shared[t] + even(i % 7, b[2] & 255);
}

static int out[N];

int main(void) {
    int in[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int round = 0; round < 10; round++) {
        offload(run, .threads = {N}, .block_size = {BLOCK})(N, out, in);
        for (int i = 0; i < N; i++) {
            int other = i / BLOCK * BLOCK + (i % BLOCK + 5) % BLOCK;
            int a[4] = {in[0], other, in[1], 4}, b[4] = {in[3], 7, walk(other & 3, a, in[2]), N};
            EQUAL(out[i], walk((i >> 1) & 3, b, in[4]) + even(i % 7, b[2] & 255));
        }
    }
    return finish();
}
