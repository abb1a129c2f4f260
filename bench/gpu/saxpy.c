#include "saxpy.h"
#include "ours.h"

#include "../saxpy/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(x, n), offload_to(y, n));
}

static void run(void) {
    offload(saxpy, .threads = {n}, .block_size = {BLOCK})(n, a, x, y);
}

static void finish(void) {
    offload_update_from(y, n);
}
