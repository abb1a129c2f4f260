// kernel.h - the kernel, for the CPU and for GPUs.
#include "next.h"

#include <offload.h>

offload_kernel void spread(size_t rows, size_t columns, float factor, const float in[rows][columns],
                           offload_out float out[rows][columns]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row < rows && column < columns)
        out[row][column] = next(rows, columns, factor, &in[0][0], row, column);
}
