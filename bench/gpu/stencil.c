#include "stencil.h"
#include "ours.h"

#include "../heat/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(before, width * height), offload_alloc(after, width * height));
}

static void run(void) {
    offload(spread, .threads = {width, height}, .block_size = {BLOCK_X, BLOCK_Y})(
        height, width, rate, (const float (*)[width])before, (float (*)[width])after);
}

static void finish(void) {
    offload_update_from(after, width * height);
}
