#include "spmv.h"
#include "ours.h"

offload_kernel void multiply(size_t height, size_t entries, const size_t start[height + 1],
                             const int column[entries], const double value[entries],
                             const double vector[height], offload_out double result[height]) {
    size_t row = offload_global_id(0);
    if (row >= height)
        return;
    double sum = 0;
    for (size_t i = start[row]; i < start[row + 1]; i++)
        sum += value[i] * vector[column[i]];
    result[row] = sum;
}

static void setup(void) {
    offload_enter_data(offload_to(starts, rows + 1), offload_to(columns, count),
                       offload_to(values, count), offload_to(x, rows), offload_alloc(y, rows));
}

static void run(void) {
    offload(multiply, .threads = {rows}, .block_size = {BLOCK})(rows, count, starts, columns,
                                                                values, x, y);
}

static void finish(void) {
    offload_update_from(y, rows);
}
