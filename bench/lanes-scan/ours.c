// As CUDA's shfl_scan: a group of lanes scans its elements by shuffles, the first group of a block
// the groups' sums.
#include "problem.h"

#include <offload.h>

offload_kernel void scan(size_t count, const int in[count], offload_out int out[count],
                         offload_out int of_blocks[count / BLOCK_SIZE]) {
    offload_shared int of_groups[BLOCK_SIZE / 32];
    size_t i = offload_global_id(0);
    unsigned thread = (unsigned)offload_thread_id(0);
    unsigned lane = thread % 32, group = thread / 32;
    int value = i < count ? in[i] : 0;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        int before = offload_lane_shuffle_up(value, distance, 32);
        if (lane >= distance)
            value += before;
    }
    if (lane == 31)
        of_groups[group] = value;
    offload_barrier();
    if (group == 0) {
        int sum = lane < BLOCK_SIZE / 32 ? of_groups[lane] : 0;
        for (unsigned distance = 1; distance < BLOCK_SIZE / 32; distance *= 2) {
            int before = offload_lane_shuffle_up(sum, distance, 32);
            if (lane >= distance)
                sum += before;
        }
        if (lane < BLOCK_SIZE / 32)
            of_groups[lane] = sum;
    }
    offload_barrier();
    if (group > 0)
        value += of_groups[group - 1];
    if (i < count)
        out[i] = value;
    if (thread == BLOCK_SIZE - 1)
        of_blocks[offload_block_id(0)] = value;
}

static void run(void) {
    offload(scan, .threads = {n}, .block_size = {BLOCK_SIZE})(n, values, result, sums);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
