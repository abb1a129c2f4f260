// kernel.h - the kernel, for the CPU and for GPUs. Who includes it says what BINS is.
#include <offload.h>

offload_kernel void count_bytes(size_t count, const unsigned char in[count],
                                unsigned int out[BINS]) {
    offload_shared unsigned int block_bins[BINS];
    for (unsigned int bin = offload_thread_id(0); bin < BINS; bin += offload_block_size(0))
        block_bins[bin] = 0;
    offload_barrier();
    offload_for (i, count) {
        offload_atomic_add(&block_bins[in[i]], 1);
    }
    offload_barrier();
    for (unsigned int bin = offload_thread_id(0); bin < BINS; bin += offload_block_size(0))
        if (block_bins[bin])
            offload_atomic_add(&out[bin], block_bins[bin]);
}
