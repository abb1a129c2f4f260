#include "histogram.h"
#include "ours.h"

#include "../histogram/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(bytes, n), offload_to(bins, BINS));
}

static void run(void) {
    offload(count_bytes, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, bytes, bins);
}

static void finish(void) {
    offload_update_from(bins, BINS);
}
