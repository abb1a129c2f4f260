// kernel.h - the kernel, for the CPU and for GPUs.
#include <offload.h>

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
