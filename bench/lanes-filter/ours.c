// The lanes of a group that have a positive element count them by a ballot. One of them makes room
// for all by an atomic addition.
#include "problem.h"

#include <offload.h>

offload_kernel void filter(size_t total, const int in[total], int out[total], int counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= total || in[i] <= 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader)
        start = offload_atomic_add(counter, __builtin_popcountl(active));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = in[i];
}

static void run(void) {
    count = 0;
    offload(filter, .threads = {n}, .block_size = {256})(n, values, result, &count);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
