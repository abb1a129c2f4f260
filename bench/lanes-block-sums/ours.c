// A thread for each element. Groups of lanes add up by shuffles, the first group the groups' sums.
#include "problem.h"

#include <offload.h>

offload_kernel void add_up(size_t count, const float in[count],
                           offload_out float out[count / BLOCK_SIZE]) {
    offload_shared float of_groups[BLOCK_SIZE / 32];
    unsigned thread = (unsigned)offload_thread_id(0);
    size_t i = offload_global_id(0);
    float mine = i < count ? in[i] : 0;
    for (unsigned distance = 16; distance > 0; distance /= 2)
        mine += offload_lane_shuffle_xor(mine, distance, 32);
    if (thread % 32 == 0)
        of_groups[thread / 32] = mine;
    offload_barrier();
    if (thread < 32) {
        mine = thread < BLOCK_SIZE / 32 ? of_groups[thread] : 0;
        for (unsigned distance = BLOCK_SIZE / 64; distance > 0; distance /= 2)
            mine += offload_lane_shuffle_xor(mine, distance, 32);
        if (thread == 0)
            out[offload_block_id(0)] = mine;
    }
}

static void run(void) {
    offload(add_up, .threads = {n}, .block_size = {BLOCK_SIZE})(n, values, sums);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
