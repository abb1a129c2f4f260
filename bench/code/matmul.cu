#include "hip.h"

extern "C" __global__ void multiply_naive(size_t n, const float *a, const float *b,
                                          float *product) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    product[row * n + column] = sum;
}

enum { TILE = 16 };

extern "C" __global__ void multiply_tiled(size_t n, const float *a, const float *b,
                                          float *product) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * blockDim.x + x, row = (size_t)blockIdx.y * blockDim.y + y;
    float sum = 0;
    for (size_t first = 0; first < n; first += TILE) {
        a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0;
        b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < n)
        product[row * n + column] = sum;
}
