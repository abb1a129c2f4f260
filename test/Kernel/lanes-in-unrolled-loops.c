// Lane functions in loops that a pragma has unrolled.
//
// RUN: %run_kernel -O2 -Wno-pass-failed
// RUN: %run_kernel -O0 -Wno-pass-failed
#include <offload.h>

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
    }
    return finish();
}
