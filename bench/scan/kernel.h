// kernel.h - the kernels and their launches, for the CPU and for GPUs. Who includes it says what
// BLOCK is: 256, which is what a launch has that names no block.
#include <offload.h>

offload_kernel void scan_parts(size_t count, int exclusive, const unsigned int in[count],
                               offload_out unsigned int out[count],
                               offload_out unsigned int totals[(count + BLOCK - 1) / BLOCK]) {
    offload_shared unsigned int sums[BLOCK];
    size_t i = offload_global_id(0);
    unsigned int me = offload_thread_id(0);
    unsigned int own = i < count ? in[i] : 0;
    sums[me] = own;
    offload_barrier();
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        unsigned int left = me >= distance ? sums[me - distance] : 0;
        offload_barrier();
        sums[me] += left;
        offload_barrier();
    }
    if (i < count)
        out[i] = exclusive ? sums[me] - own : sums[me];
    if (me == BLOCK - 1)
        totals[offload_block_id(0)] = sums[me];
}

offload_kernel void raise_parts(size_t count, const unsigned int by[(count + BLOCK - 1) / BLOCK],
                                unsigned int all[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        all[i] += by[i / BLOCK];
}

// `room` is for the totals of all levels.
static void scan(size_t count, int exclusive, const unsigned int *in, unsigned int *out,
                 unsigned int *room) {
    size_t parts = (count + BLOCK - 1) / BLOCK;
    unsigned int *totals = room, *before = room + parts;
    offload(scan_parts, .threads = {count}, .block_size = {BLOCK})(count, exclusive, in, out,
                                                                   totals);
    if (parts > 1) {
        scan(parts, 1, totals, before, before + parts);
        offload(raise_parts, .threads = {count})(count, before, out);
    }
}
