#include "hip.h"

enum direction { ALONG_ROWS, ALONG_COLUMNS };

__device__ static size_t clamp(long i, size_t count) {
    return i < 0 ? 0 : (size_t)i < count ? (size_t)i : count - 1;
}

__device__ static float blurred(size_t width, size_t height, size_t channels, int radius,
                                const float *weights, const float *in, enum direction direction,
                                size_t row, size_t column, size_t channel) {
    float sum = 0;
    for (int i = -radius; i <= radius; i++) {
        size_t from_row = direction == ALONG_ROWS ? row : clamp((long)row + i, height);
        size_t from_column = direction == ALONG_ROWS ? clamp((long)column + i, width) : column;
        sum += weights[i + radius] * in[(from_row * width + from_column) * channels + channel];
    }
    return sum;
}

extern "C" __global__ void blur(size_t width, size_t height, size_t channels, int radius,
                                const float *weights, enum direction direction, const float *in,
                                float *out) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    for (size_t channel = 0; channel < channels; channel++)
        out[(row * width + column) * channels + channel] =
            blurred(width, height, channels, radius, weights, in, direction, row, column, channel);
}
