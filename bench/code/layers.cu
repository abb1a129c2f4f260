#include "block.h"

extern "C" __global__ void softmax(size_t rows, size_t columns, const float *in, float *out) {
    size_t row = blockIdx.x;
    float greatest = -INFINITY, sum = 0;
    for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
        greatest = fmaxf(greatest, in[row * columns + i]);
    greatest = block_reduce<greatest_of>(greatest);
    for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
        sum += expf(in[row * columns + i] - greatest);
    sum = block_reduce<sum_of>(sum);
    for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
        out[row * columns + i] = expf(in[row * columns + i] - greatest) / sum;
}

extern "C" __global__ void layer_norm(size_t rows, size_t columns, float epsilon, const float *in,
                                      const float *scale, const float *shift, float *out) {
    size_t row = blockIdx.x;
    float sum = 0, squares = 0;
    for (size_t i = threadIdx.x; i < columns; i += blockDim.x) {
        sum += in[row * columns + i];
        squares += in[row * columns + i] * in[row * columns + i];
    }
    float mean = block_reduce<sum_of>(sum) / (float)columns;
    float variance = block_reduce<sum_of>(squares) / (float)columns - mean * mean;
    float factor = 1 / sqrtf(variance + epsilon);
    for (size_t i = threadIdx.x; i < columns; i += blockDim.x)
        out[row * columns + i] = (in[row * columns + i] - mean) * factor * scale[i] + shift[i];
}

extern "C" __global__ void softmax_lanes(int rows, int columns, const float *in, float *out) {
    int lanes = LANES, lane = threadIdx.x % LANES;
    int row = (int)((blockIdx.x * blockDim.x + threadIdx.x) / LANES);
    if (row >= rows)
        return;
    float mine[4], greatest = -INFINITY, sum = 0;
    for (int i = 0; i < 4; i++) {
        int column = lane + i * lanes;
        mine[i] = column < columns ? in[row * columns + column] : -INFINITY;
        greatest = fmaxf(greatest, mine[i]);
    }
    for (int mask = LANES / 2; mask > 0; mask /= 2)
        greatest = fmaxf(greatest, __shfl_xor(greatest, mask));
    for (int i = 0; i < 4; i++) {
        mine[i] = expf(mine[i] - greatest);
        sum += mine[i];
    }
    for (int mask = LANES / 2; mask > 0; mask /= 2)
        sum += __shfl_xor(sum, mask);
    for (int i = 0; i < 4; i++) {
        int column = lane + i * lanes;
        if (column < columns)
            out[row * columns + column] = mine[i] / sum;
    }
}

extern "C" __global__ void gelu(size_t n, const float *in, float *out) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float x = in[i];
        out[i] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}
