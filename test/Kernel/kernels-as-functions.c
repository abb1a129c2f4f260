// Kernels that kernels call as functions, with barriers and shared memory in them; kernels called
// plainly by the host run one thread.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 20, BLOCKS = 4, N = SIZE * BLOCKS };

// Each thread gets its neighbour's value.
offload_kernel void shift(int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    size_t i = offload_global_id(0);
    pass[me] = a[i];
    offload_barrier();
    a[i] = pass[(me + 1) % size];
    offload_barrier();
}

static offload_kernel void scale(int n, int a[n], int by) {
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        a[i] *= by;
}

offload_kernel void both(int rounds, int n, int a[n]) {
    for (int r = 0; r < rounds; r++) {
        shift(n, a);
        if (r == 1)
            scale(n, a, 3);
    }
    scale(n, a, 2);
}

offload_kernel void outer(int n, int a[n]) {
    both(3, n, a);
    both(1, n, a);
}

static int a[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i;
    offload(outer, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 12 * (i / SIZE * SIZE + (i + 4) % SIZE));
    offload(shift, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 12 * (i / SIZE * SIZE + (i + 5) % SIZE));
    int one[2] = {5, 6};
    both(2, 2, one);
    EQUAL(one[0], 30);
    EQUAL(one[1], 6);
    return finish();
}
