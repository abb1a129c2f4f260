// What lanes know of each other in the turn in which they leave a loop is theirs after it: the mask of those that were together
// then, also as a part of the mask of a half of the group.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 64 };

// The sum of the values of all lanes of 32 that have the same remainder.
offload_kernel void same(const int x[N], offload_out int sums[N]) {
    unsigned int t = offload_thread_id(0);
    unsigned long half = 0xfffffffful << (offload_lane_id() & 32);
    int key = x[t] % 5, sum = 0;
    while (1) {
        unsigned long here = half & offload_lanes_active();
        int first = offload_lane_shuffle(key, __builtin_ctzl(here), (int)offload_lane_count(), here);
        unsigned long peers = offload_lane_ballot(key == first, here);
        if (key == first) {
            sum = offload_lane_reduce_add(x[t], peers);
            break;
        }
    }
    sums[t] = sum;
}

int main(void) {
    int x[N], sums[N];
    for (int i = 0; i < N; i++)
        x[i] = (i * 29 + 5) % 37;
    offload(same, .blocks = {1}, .block_size = {N})(x, sums);
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            if (x[i / 32 * 32 + k] % 5 == x[i] % 5)
                sum += x[i / 32 * 32 + k];
        EQUAL(sums[i], sum);
    }
    return finish();
}
