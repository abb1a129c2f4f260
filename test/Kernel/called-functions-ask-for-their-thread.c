// A function that is called, and not inlined, asks for its thread's index: in loops that all threads run alike, before and
// after barriers, and in branches.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { N = 220, BLOCK = 64 };

// Recursive, so it is not inlined.
static unsigned ask(unsigned depth, unsigned a) {
    if (depth == 0)
        return a * 3 + (unsigned)offload_global_id(0);
    return ask(depth - 1, a + offload_thread_id(0)) ^ 5;
}

static unsigned expected(unsigned i, unsigned depth, unsigned a) {
    return depth == 0 ? a * 3 + i : expected(i, depth - 1, a + i % BLOCK) ^ 5;
}

offload_kernel void run(unsigned n, unsigned turns, unsigned in_loop[n], unsigned after_loop[n], unsigned after_barrier[n],
                        unsigned in_branch[n]) {
    offload_shared unsigned shared[BLOCK];
    unsigned i = (unsigned)offload_global_id(0), t = offload_thread_id(0), sum = 0;
    unsigned least = offload_block_reduce_min(t), left = turns;
    while (left)
        left >>= 1;
    shared[t] = i < n ? after_loop[i] : 3;
    if (i < n)
        after_loop[i] = ask(1, turns + least) + left;
    for (unsigned k = 0; k < turns; k++)
        sum += ask(k & 3, turns);
    if (i < n)
        in_loop[i] = sum;
    offload_barrier();
    unsigned other = shared[t ^ 1];
    if (i < n)
        after_barrier[i] = ask(2, turns) + other;
    if (i < n && turns > 3)
        in_branch[i] = ask(1, 7);
}

// The loop that has nothing to do with the threads is run for a strip of them at once.
offload_kernel void after_uniform_loop(unsigned long n, unsigned turns, unsigned out[n]) {
    offload_shared unsigned shared[BLOCK];
    unsigned t = offload_thread_id(0);
    unsigned long i = (unsigned long)offload_block_id(0) * offload_block_size(0) + t;
    unsigned left = (turns >> (offload_block_size(0) & 31)) & 15;
    while (left)
        left >>= 1;
    shared[t] = (i < n ? out[i] : 3) & 3;
    if (i < n)
        out[i] = ask(1, turns) >> ((shared[t] >> 8) & 31);
}

static unsigned in_loop[N], after_loop[N], after_barrier[N], in_branch[N];

int main(void) {
    unsigned turns = 9;
    for (int i = 0; i < N; i++)
        after_loop[i] = 4;
    offload(run, .threads = {N}, .block_size = {BLOCK})(N, turns, in_loop, after_loop, after_barrier, in_branch);
    for (unsigned i = 0; i < N; i++) {
        unsigned sum = 0;
        for (unsigned k = 0; k < turns; k++)
            sum += expected(i, k & 3, turns);
        EQUAL(in_loop[i], sum);
        EQUAL(after_loop[i], expected(i, 1, turns));
        EQUAL(after_barrier[i], expected(i, 2, turns) + ((i ^ 1) < N ? 4 : 3));
        EQUAL(in_branch[i], expected(i, 1, 7));
    }
    offload(after_uniform_loop, .threads = {N}, .block_size = {BLOCK})(N, turns, in_loop);
    for (unsigned i = 0; i < N; i++)
        EQUAL(in_loop[i], expected(i, 1, turns));
    return finish();
}
