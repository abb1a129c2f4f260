#include "hip.h"

enum { TILE = 32, ROWS = 8 };

extern "C" __global__ void transpose(size_t width, size_t height, const float *in, float *out) {
    __shared__ float tile[TILE][TILE + 1];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x;
    size_t row = (size_t)blockIdx.y * TILE + y;
    for (unsigned int i = 0; i < TILE; i += ROWS)
        if (column < width && row + i < height)
            tile[y + i][x] = in[(row + i) * width + column];
    __syncthreads();
    column = (size_t)blockIdx.y * TILE + x;
    row = (size_t)blockIdx.x * TILE + y;
    for (unsigned int i = 0; i < TILE; i += ROWS)
        if (column < height && row + i < width)
            out[(row + i) * height + column] = tile[x][y + i];
}
