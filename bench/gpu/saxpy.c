#include "saxpy.h"
#include "ours.h"

offload_kernel void saxpy(size_t count, float factor, const float from[count], float to[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        to[i] += factor * from[i];
}

static void setup(void) {
    offload_enter_data(offload_to(x, n), offload_to(y, n));
}

static void run(void) {
    offload(saxpy, .threads = {n}, .block_size = {BLOCK})(n, a, x, y);
}

static void finish(void) {
    offload_update_from(y, n);
}
