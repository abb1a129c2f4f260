#include "cuda.cuh"
#include "stencil.h"

__global__ void spread(size_t rows, size_t columns, float factor, const float *in, float *out) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        out[row * columns + column] = next(rows, columns, factor, in, row, column);
}

static float *device_before, *device_after;

static void setup(void) {
    device_before = on_device(before, width * height);
    device_after = on_device((float *)NULL, width * height);
}

static void run(void) {
    dim3 blocks(blocks_for(width, BLOCK_X), blocks_for(height, BLOCK_Y)), block(BLOCK_X, BLOCK_Y);
    LAUNCH(spread, blocks, block, height, width, rate, device_before, device_after);
}

static void finish(void) {
    to_host(after, device_after, width * height);
}
