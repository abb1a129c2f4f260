// `if (thread < limit)` before lane functions: all lanes of a group go one way, or some do, for
// limits that are a multiple of the lanes and others, constant or not. Those that do not work keep
// what they have.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O2 -foffload-lanes=64
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 256, BLOCKS = 3, THREADS = SIZE * BLOCKS };

// As CUDA's samples add up a block, down to a half of a group of 64 lanes.
offload_kernel void halves(const int x[THREADS], int sums[BLOCKS], int each[THREADS]) {
    offload_shared int left[SIZE];
    unsigned thread = (unsigned)offload_thread_id(0);
    int sum = x[offload_global_id(0)];
    left[thread] = sum;
    offload_barrier();
    if (thread < 128)
        left[thread] = sum = sum + left[thread + 128];
    offload_barrier();
    if (thread < 64)
        left[thread] = sum = sum + left[thread + 64];
    offload_barrier();
    if (thread < 32) {
        sum += left[thread + 32];
        for (unsigned distance = 16; distance > 0; distance /= 2)
            sum += offload_lane_shuffle_down(sum, distance, 32);
    }
    if (thread == 0)
        sums[offload_block_id(0)] = sum;
    each[offload_global_id(0)] = sum;
}

// The limit is an argument, and there is another number that threads change on the other side.
offload_kernel void limited(const int x[THREADS], unsigned limit, int each[THREADS]) {
    offload_shared int left[SIZE];
    unsigned thread = (unsigned)offload_thread_id(0);
    int sum = x[offload_global_id(0)], other = (int)thread;
    left[thread] = sum;
    offload_barrier();
    if (thread < limit)
        sum = 3 * sum + left[thread ^ 1];
    else
        other += sum;
    offload_barrier();
    left[thread] = sum;
    offload_barrier();
    if (thread >= limit / 2)
        sum -= left[thread ^ 2];
    sum += offload_lane_shuffle_xor(sum, 1, 32);
    each[offload_global_id(0)] = sum + 5 * other;
}

static int x[THREADS], sums[BLOCKS], each[THREADS];

static void try_halves(void) {
    offload(halves, .blocks = {BLOCKS}, .block_size = {SIZE})(x, sums, each);
    for (int b = 0; b < BLOCKS; b++) {
        const int *in = &x[b * SIZE];
        int sum = 0;
        for (int t = 0; t < SIZE; t++)
            sum += in[t];
        EQUAL(sums[b], sum);
        for (int t = 128; t < SIZE; t++)
            EQUAL(each[b * SIZE + t], in[t]);
        for (int t = 64; t < 128; t++)
            EQUAL(each[b * SIZE + t], in[t] + in[t + 128]);
        for (int t = 32; t < 64; t++)
            EQUAL(each[b * SIZE + t], in[t] + in[t + 128] + in[t + 64] + in[t + 192]);
    }
}

static int second(const int *in, unsigned thread, unsigned limit) {
    return thread < limit ? 3 * in[thread] + in[thread ^ 1] : in[thread];
}

static int third(const int *in, unsigned thread, unsigned limit) {
    int sum = second(in, thread, limit);
    return thread >= limit / 2 ? sum - second(in, thread ^ 2, limit) : sum;
}

static void try_limit(unsigned limit) {
    offload(limited, .blocks = {BLOCKS}, .block_size = {SIZE})(x, limit, each);
    for (unsigned b = 0; b < BLOCKS; b++)
        for (unsigned t = 0; t < SIZE; t++) {
            const int *in = &x[b * SIZE];
            int other = (int)t + (t < limit ? 0 : in[t]);
            EQUAL(each[b * SIZE + t], third(in, t, limit) + third(in, t ^ 1, limit) + 5 * other);
        }
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        x[i] = i * 37 % 101;
    try_halves();
    static const unsigned limits[] = {0, 1, 20, 32, 64, 65, 96, 128, 250, 256, 1000};
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
        try_limit(limits[i]);
    return finish();
}
