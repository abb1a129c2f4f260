#include "triad.h"
#include "ours.h"

offload_kernel void triad(size_t count, double by, const double in[restrict count],
                          const double scaled[restrict count],
                          offload_out double out[restrict count]) {
    offload_for (i, count)
        out[i] = in[i] + by * scaled[i];
}

static void setup(void) {
    offload_enter_data(offload_alloc(a, n), offload_to(b, n), offload_to(c, n));
}

static void run(void) {
    offload(triad, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, s, b, c, a);
}

static void finish(void) {
    offload_update_from(a, n);
}
