#include "nbody.h"
#include "ours.h"

offload_kernel void accelerate(size_t count, float soft, const struct body all[count],
                               offload_out struct vector results[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        results[i] = pull_of_all(count, soft, all, i);
}

static void setup(void) {
    offload_enter_data(offload_to(bodies, n), offload_alloc(accelerations, n));
}

static void run(void) {
    offload(accelerate, .threads = {n}, .block_size = {BLOCK})(n, softening, bodies, accelerations);
}

static void finish(void) {
    offload_update_from(accelerations, n);
}
