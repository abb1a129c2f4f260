// Threads that have returned are not waited for: whole blocks that return early, all alike.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 32, BLOCKS = 8, N = SIZE * BLOCKS };

offload_kernel void some_blocks(unsigned wanted, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    if (offload_block_id(0) % 2 != wanted)
        return;
    pass[me] = a[offload_global_id(0)];
    offload_barrier();
    if (offload_block_id(0) > 5)
        return;
    a[offload_global_id(0)] = pass[SIZE - 1 - me];
    offload_barrier();
    if (me > 5) // the end for these: no barrier follows
        return;
    a[offload_global_id(0)] += 1000;
}

static int a[N];

int main(void) {
    for (unsigned wanted = 0; wanted < 2; wanted++) {
        for (int i = 0; i < N; i++)
            a[i] = i;
        offload(some_blocks, .blocks = {BLOCKS}, .block_size = {SIZE})(wanted, N, a);
        for (int i = 0; i < N; i++) {
            int block = i / SIZE, me = i % SIZE, runs = block % 2 == (int)wanted && block <= 5;
            EQUAL(a[i], runs ? block * SIZE + SIZE - 1 - me + (me <= 5 ? 1000 : 0) : i);
        }
    }
    return finish();
}
