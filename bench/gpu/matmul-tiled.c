#include "matmul-tiled.h"
#include "ours.h"

#include "../matmul-tiled/kernel.h"

static void setup(void) {
    offload_enter_data(offload_to(a, n * n), offload_to(b, n * n), offload_alloc(product, n * n));
}

static void run(void) {
    offload(multiply, .threads = {n, n}, .block_size = {TILE, TILE})(
        n, (const float (*)[n])a, (const float (*)[n])b, (float (*)[n])product);
}

static void finish(void) {
    offload_update_from(product, n * n);
}
