#include "hip.h"

__device__ static float next(size_t height, size_t width, float rate, const float *cells,
                             size_t row, size_t column) {
    const float *cell = cells + row * width + column;
    if (row == 0 || row == height - 1 || column == 0 || column == width - 1)
        return *cell;
    return *cell + rate * (cell[-1] + cell[1] + cell[-(long)width] + cell[width] - 4 * *cell);
}

extern "C" __global__ void step(size_t height, size_t width, float rate, const float *in,
                                float *out) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && column < width)
        out[row * width + column] = next(height, width, rate, in, row, column);
}
