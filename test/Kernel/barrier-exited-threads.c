// A thread that has returned from the kernel is not waited for at the barriers that follow, as
// offload.h promises. GPUs do the same: PTX's barriers wait for threads that have not exited, and
// S_BARRIER for the waves that have not ended, whose lanes need not all be alive.
//
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier
// RUN: %run_kernel -O0 -Wno-offload-divergent-barrier
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 64, BLOCKS = 3, N = SIZE * BLOCKS - 10 };

// The guard that everyone writes, in front of barriers.
offload_kernel void guard(int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    pass[me] = a[i];
    offload_barrier();
    int value = pass[me ^ 1];
    offload_barrier();
    pass[me] = value;
    offload_barrier();
    a[i] = pass[me] + 1000;
}

// One thread after the other leaves a loop of barriers.
offload_kernel void one_by_one(int n, int rounds[n]) {
    offload_shared int last;
    unsigned me = offload_thread_id(0);
    for (unsigned r = 0;; r++) {
        if (me == SIZE - 1 - r)
            return;
        if (me == 0)
            last = (int)r;
        offload_barrier();
        rounds[offload_global_id(0)] = last + 1;
        offload_barrier();
    }
}

static int a[SIZE * BLOCKS];

int main(void) {
    for (int i = 0; i < SIZE * BLOCKS; i++)
        a[i] = i;
    offload(guard, .threads = {N}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < SIZE * BLOCKS; i++)
        EQUAL(a[i], i < N ? (i ^ 1) + 1000 : i);
    for (int i = 0; i < SIZE * BLOCKS; i++)
        a[i] = 0;
    offload(one_by_one, .blocks = {BLOCKS}, .block_size = {SIZE})(SIZE * BLOCKS, a);
    for (int i = 0; i < SIZE * BLOCKS; i++)
        EQUAL(a[i], SIZE - 1 - i % SIZE);
    return finish();
}
