// What is the same for all threads of a block is computed also where none of them does anything
// else: the number of a reduction's values that are left, with any number of threads that add.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCK = 96, BLOCKS = 3 };

offload_kernel void halve(unsigned count, unsigned most, const int x[BLOCKS * BLOCK], int sums[BLOCKS],
                          unsigned rounds[BLOCKS], unsigned left[BLOCKS]) {
    offload_shared int room[BLOCK];
    unsigned me = offload_thread_id(0) + offload_block_size(0) * offload_thread_id(1), round = 0, sum = 0;
    room[me] = x[offload_block_id(0) * BLOCK + me];
    offload_barrier();
    for (unsigned n = count; n > 1; n -= n / 2) {
        if (me < n / 2 && me < most)
            room[me] += room[me + (n - n / 2)];
        round++;
        sum += n - n / 2;
        offload_barrier();
    }
    if (me == 0) {
        sums[offload_block_id(0)] = room[0];
        rounds[offload_block_id(0)] = round;
        left[offload_block_id(0)] = sum;
    }
}

static void check(unsigned count, unsigned most) {
    int x[BLOCKS * BLOCK], sums[BLOCKS], room[BLOCK];
    unsigned rounds[BLOCKS], left[BLOCKS];
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        x[i] = i * 7 % 31;
    offload(halve, .blocks = {BLOCKS}, .block_size = {BLOCK / 2, 2})(count, most, x, sums, rounds, left);
    for (int b = 0; b < BLOCKS; b++) {
        unsigned round = 0, sum = 0;
        for (int i = 0; i < BLOCK; i++)
            room[i] = x[b * BLOCK + i];
        for (unsigned n = count; n > 1; n -= n / 2, round++) {
            for (unsigned i = 0; i < n / 2 && i < most; i++)
                room[i] += room[i + (n - n / 2)];
            sum += n - n / 2;
        }
        EQUAL(sums[b], room[0]);
        EQUAL(rounds[b], round);
        EQUAL(left[b], sum);
    }
}

int main(void) {
    for (unsigned count = 0; count <= BLOCK; count += count < 9 ? 1 : 29)
        for (unsigned most = 0; most <= BLOCK; most += most < 3 ? 1 : 31)
            check(count, most);
    return finish();
}
