// What threads wrote before a barrier, all see after it: in arrays and in shared memory.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 96, BLOCKS = 11, N = SIZE * BLOCKS };

// Reverses each block's part, through shared memory.
offload_kernel void reverse(int n, int a[n]) {
    offload_shared int part[SIZE];
    unsigned me = offload_thread_id(0);
    size_t i = offload_global_id(0);
    part[me] = a[i];
    offload_barrier();
    a[i] = part[offload_block_size(0) - 1 - me];
}

// The same in place: through the array itself.
offload_kernel void rotate(int n, int a[n]) {
    size_t first = (size_t)offload_block_id(0) * offload_block_size(0);
    unsigned me = offload_thread_id(0), next = (me + 1) % offload_block_size(0);
    int value = a[first + next];
    offload_barrier();
    a[first + me] = value;
}

// Many barriers, and code before the first and after the last.
offload_kernel void chain(int n, int a[n]) {
    offload_shared int x[SIZE], y[SIZE];
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    x[me] = (int)me;
    offload_barrier();
    y[me] = x[(me + 1) % size];
    offload_barrier();
    x[me] = y[(me + 2) % size] + x[me];
    offload_barrier();
    offload_barrier();
    y[me] = x[(me + 3) % size];
    offload_barrier();
    a[offload_global_id(0)] = y[me] + x[size - 1 - me];
}

// Nothing but barriers at the ends.
offload_kernel void ends(int n, int a[n]) {
    offload_barrier();
    a[offload_global_id(0)]++;
    offload_barrier();
}

static int a[N];

static void fill(void) {
    for (int i = 0; i < N; i++)
        a[i] = 7 * i + 1;
}

int main(void) {
    fill();
    offload(reverse, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 7 * (i / SIZE * SIZE + SIZE - 1 - i % SIZE) + 1);
    fill();
    for (int size = 1; size <= SIZE; size += 19) {
        fill();
        offload(rotate, .blocks = {3}, .block_size = {(unsigned)size})(3 * size, a);
        for (int i = 0; i < N; i++)
            EQUAL(a[i], 7 * (i >= 3 * size ? i : i / size * size + (i % size + 1) % size) + 1);
    }
    offload(chain, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++) {
        int me = i % SIZE, end = SIZE - 1 - me, behind = (me + 3) % SIZE;
        EQUAL(a[i], (behind + 3) % SIZE + behind + (end + 3) % SIZE + end);
    }
    fill();
    offload(ends, .threads = {N}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 7 * i + 2);
    return finish();
}
