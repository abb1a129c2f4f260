#include "hip.h"

enum { TILE = 16 };

extern "C" __global__ void lud_diagonal(size_t n, size_t first, float *matrix) {
    __shared__ float tile[TILE][TILE + 1];
    unsigned int me = threadIdx.x;
    for (unsigned int i = 0; i < TILE; i++)
        tile[i][me] = matrix[(first + i) * n + first + me];
    __syncthreads();
    for (unsigned int k = 0; k < TILE - 1; k++) {
        if (me > k) {
            for (unsigned int i = 0; i < k; i++)
                tile[me][k] -= tile[me][i] * tile[i][k];
            tile[me][k] /= tile[k][k];
        }
        __syncthreads();
        if (me > k)
            for (unsigned int i = 0; i < k + 1; i++)
                tile[k + 1][me] -= tile[k + 1][i] * tile[i][me];
        __syncthreads();
    }
    for (unsigned int i = 0; i < TILE; i++)
        matrix[(first + i) * n + first + me] = tile[i][me];
}

extern "C" __global__ void lud_row(size_t n, size_t first, float *matrix) {
    __shared__ float diagonal[TILE][TILE + 1];
    unsigned int me = threadIdx.x;
    size_t column = first + TILE + blockIdx.x * TILE + me;
    for (unsigned int i = 0; i < TILE; i++)
        diagonal[i][me] = matrix[(first + i) * n + first + me];
    __syncthreads();
    float mine[TILE];
    for (unsigned int i = 0; i < TILE; i++)
        mine[i] = matrix[(first + i) * n + column];
    for (unsigned int i = 1; i < TILE; i++)
        for (unsigned int k = 0; k < i; k++)
            mine[i] -= diagonal[i][k] * mine[k];
    for (unsigned int i = 0; i < TILE; i++)
        matrix[(first + i) * n + column] = mine[i];
}

extern "C" __global__ void lud_rest(size_t n, size_t first, float *matrix) {
    __shared__ float left[TILE][TILE], above[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = first + (blockIdx.x + (size_t)1) * TILE + x;
    size_t row = first + (blockIdx.y + (size_t)1) * TILE + y;
    left[y][x] = matrix[row * n + first + x];
    above[y][x] = matrix[(first + y) * n + column];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k < TILE; k++)
        sum += left[y][k] * above[k][x];
    matrix[row * n + column] -= sum;
}
