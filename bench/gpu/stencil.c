#include "stencil.h"
#include "ours.h"

offload_kernel void step(size_t rows, size_t columns, float factor, const float in[rows * columns],
                         offload_out float out[rows * columns]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row < rows && column < columns)
        out[row * columns + column] = next(rows, columns, factor, in, row, column);
}

static void setup(void) {
    offload_enter_data(offload_to(before, width * height), offload_alloc(after, width * height));
}

static void run(void) {
    offload(step, .threads = {width, height}, .block_size = {BLOCK_X, BLOCK_Y})(height, width, rate,
                                                                                before, after);
}

static void finish(void) {
    offload_update_from(after, width * height);
}
