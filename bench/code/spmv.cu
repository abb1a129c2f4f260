#include "block.h"

extern "C" __global__ void multiply_by_thread(size_t rows, size_t columns, size_t count,
                                              const size_t *starts, const int *column,
                                              const double *value, const double *x, double *y) {
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0;
    for (size_t i = starts[row]; i < starts[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}

extern "C" __global__ void multiply_by_block(size_t rows, size_t columns, size_t count,
                                             const size_t *starts, const int *column,
                                             const double *value, const double *x, double *y) {
    for (size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        double sum = 0;
        for (size_t i = starts[row] + threadIdx.x; i < starts[row + 1]; i += blockDim.x)
            sum += value[i] * x[column[i]];
        sum = block_reduce<sum_of>(sum);
        if (threadIdx.x == 0)
            y[row] = sum;
    }
}
