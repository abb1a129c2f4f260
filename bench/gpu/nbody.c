#include "nbody.h"
#include "ours.h"

#include "../nbody/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(bodies, n), offload_alloc(accelerations, n));
}

static void run(void) {
    offload(accelerate, .threads = {(size_t)n}, .block_size = {BLOCK})(n, softening, bodies,
                                                                       accelerations);
}

static void finish(void) {
    offload_update_from(accelerations, n);
}
