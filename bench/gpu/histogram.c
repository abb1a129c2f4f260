#include "histogram.h"
#include "ours.h"

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

static void setup(void) {
    offload_enter_data(offload_to(bytes, n), offload_to(bins, BINS));
}

static void run(void) {
    offload(count_bytes, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, bytes, bins);
}

static void finish(void) {
    offload_update_from(bins, BINS);
}
