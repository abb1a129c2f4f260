// As CUDA's samples do it: a thread adds up every n-th element, a group of lanes its threads' sums
// by shuffles, and the first group of a block the groups' sums.
#include "problem.h"

#include <offload.h>

enum { BLOCKS = 64, BLOCK_SIZE = 256 };

offload_kernel void reduce(size_t count, const int in[count], offload_out int partial[BLOCKS]) {
    offload_shared int sums[BLOCK_SIZE / 32];
    unsigned thread = (unsigned)offload_thread_id(0);
    int mine = 0;
    for (size_t i = offload_global_id(0); i < count; i += offload_global_size(0))
        mine += in[i];
    for (unsigned distance = 16; distance > 0; distance /= 2)
        mine += offload_lane_shuffle_down(mine, distance, 32);
    if (thread % 32 == 0)
        sums[thread / 32] = mine;
    offload_barrier();
    if (thread >= 32)
        return;
    mine = thread < BLOCK_SIZE / 32 ? sums[thread] : 0;
    for (unsigned distance = BLOCK_SIZE / 64; distance > 0; distance /= 2)
        mine += offload_lane_shuffle_down(mine, distance, 32);
    if (thread == 0)
        partial[offload_block_id(0)] = mine;
}

static void run(void) {
    int partial[BLOCKS];
    offload(reduce, .blocks = {BLOCKS}, .block_size = {BLOCK_SIZE})(n, values, partial);
    sum = 0;
    for (int i = 0; i < BLOCKS; i++)
        sum += partial[i];
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
