#include "cuda.cuh"
#include "matmul-tiled.h"

__global__ void multiply(size_t size, const float *left, const float *right, float *result) {
    __shared__ float left_tile[TILE][TILE];
    __shared__ float right_tile[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * blockDim.x + x, row = (size_t)blockIdx.y * blockDim.y + y;
    float sum = 0;
    for (size_t first = 0; first < size; first += TILE) {
        left_tile[y][x] = row < size && first + x < size ? left[row * size + first + x] : 0;
        right_tile[y][x] = first + y < size && column < size ? right[(first + y) * size + column] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < TILE; k++)
            sum += left_tile[y][k] * right_tile[k][x];
        __syncthreads();
    }
    if (row < size && column < size)
        result[row * size + column] = sum;
}

static float *device_a, *device_b, *device_product;

static void setup(void) {
    device_a = on_device(a, n * n);
    device_b = on_device(b, n * n);
    device_product = on_device((float *)NULL, n * n);
}

static void run(void) {
    dim3 blocks(blocks_for(n, TILE), blocks_for(n, TILE)), block(TILE, TILE);
    LAUNCH(multiply, blocks, block, n, device_a, device_b, device_product);
}

static void finish(void) {
    to_host(product, device_product, n * n);
}
