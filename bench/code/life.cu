#include "hip.h"

extern "C" __global__ void step(size_t height, size_t width, const unsigned char *in,
                                unsigned char *out) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || column >= width)
        return;
    size_t up = row == 0 ? height - 1 : row - 1, down = row == height - 1 ? 0 : row + 1;
    size_t left = column == 0 ? width - 1 : column - 1;
    size_t right = column == width - 1 ? 0 : column + 1;
    int neighbours = in[up * width + left] + in[up * width + column] + in[up * width + right] +
                     in[row * width + left] + in[row * width + right] + in[down * width + left] +
                     in[down * width + column] + in[down * width + right];
    out[row * width + column] = neighbours == 3 || (neighbours == 2 && in[row * width + column]);
}
