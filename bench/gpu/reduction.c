#include "reduction.h"
#include "ours.h"

#include "../reduction/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(values, n), offload_to(sum, 1), offload_to(least, 1),
                       offload_to(greatest, 1));
}

static void run(void) {
    offload(reduce, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, values, sum, least, greatest);
}

static void finish(void) {
    offload_update_from(sum, 1);
    offload_update_from(least, 1);
    offload_update_from(greatest, 1);
}
