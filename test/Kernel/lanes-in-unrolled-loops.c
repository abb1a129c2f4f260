// Lane functions in loops that a pragma has unrolled.
//
// RUN: %run_kernel -O2 -Wno-pass-failed
// RUN: %run_kernel -O0 -Wno-pass-failed
#include <offload.h>
#include <stdbool.h>

#include "Inputs/check.h"

enum { SIZE = 64, N = SIZE * 2 };

static unsigned value(unsigned thread, unsigned turn) {
    return thread * 5 + turn * (thread % 7);
}

// The sum of what a neighbour has, another one each turn, and how often lanes had odd numbers.
offload_kernel void exchange(unsigned turns, int n, unsigned sums[n], unsigned counts[n],
                             unsigned lanes[1]) {
    unsigned i = (unsigned)offload_global_id(0), sum = 0, count = 0;
#pragma unroll 4
    for (unsigned t = 0; t < turns; t++) {
        sum += offload_lane_shuffle_xor(value(i, t), t);
        count += (unsigned)__builtin_popcountl(offload_lane_ballot(value(i, t) % 2 != 0));
    }
    sums[i] = sum;
    counts[i] = count;
    if (i == 0)
        lanes[0] = offload_lane_count();
}

// The same, where some threads have returned, and others pass by.
offload_kernel void exchange_of_some(unsigned turns, unsigned some, int n, unsigned sums[n]) {
    unsigned i = (unsigned)offload_global_id(0), sum = 0;
    if (i % SIZE >= SIZE - some)
        return;
    if (i % 2) {
#pragma unroll 4
        for (unsigned t = 0; t < turns; t++)
            sum += offload_lane_shuffle_xor(value(i, t), 2 * t);
    }
    sums[i] = sum;
}

static void check_some(unsigned turns, unsigned some, unsigned lanes) {
    static unsigned sums[N];
    for (unsigned i = 0; i < N; i++)
        sums[i] = 12345;
    offload(exchange_of_some, .blocks = {N / SIZE}, .block_size = {SIZE})(turns, some, N, sums);
    for (unsigned i = 0; i < N; i++) {
        unsigned sum = 0;
        for (unsigned t = 0; t < turns && i % 2; t++) {
            unsigned other = i ^ 2 * t;
            bool is_there = other / lanes == i / lanes && other % SIZE < SIZE - some;
            sum += value(is_there ? other : i, t);
        }
        EQUAL(sums[i], i % SIZE < SIZE - some ? sum : 12345);
    }
}

int main(void) {
    static unsigned sums[N], counts[N];
    for (unsigned turns = 0; turns < 10; turns++) {
        unsigned lanes[1] = {0};
        offload(exchange, .blocks = {N / SIZE}, .block_size = {SIZE})(turns, N, sums, counts,
                                                                      lanes);
        for (unsigned i = 0; i < N; i++) {
            unsigned sum = 0, count = 0;
            for (unsigned t = 0; t < turns; t++) {
                sum += value((i ^ t) / lanes[0] == i / lanes[0] ? i ^ t : i, t);
                for (unsigned k = 0; k < lanes[0]; k++)
                    count += value(i / lanes[0] * lanes[0] + k, t) % 2;
            }
            EQUAL(sums[i], sum);
            EQUAL(counts[i], count);
        }
        check_some(turns, turns, lanes[0]);
    }
    return finish();
}
