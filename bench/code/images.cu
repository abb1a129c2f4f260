#include "hip.h"

struct image {
    int width, height;
};

__device__ static float at(image size, const float *pixels, int column, int row) {
    column = column < 0 ? 0 : column < size.width ? column : size.width - 1;
    row = row < 0 ? 0 : row < size.height ? row : size.height - 1;
    return pixels[row * size.width + column];
}

extern "C" __global__ void rotate(image from, const float *in, image to, float sine, float cosine,
                                  float *out) {
    int column = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (column >= to.width || row >= to.height)
        return;
    float x = (float)column - 0.5f * (float)to.width, y = (float)row - 0.5f * (float)to.height;
    float u = cosine * x - sine * y + 0.5f * (float)from.width;
    float v = sine * x + cosine * y + 0.5f * (float)from.height;
    float left = floorf(u), top = floorf(v);
    int i = (int)left, j = (int)top;
    float right = u - left, down = v - top;
    float above = at(from, in, i, j) * (1 - right) + at(from, in, i + 1, j) * right;
    float below = at(from, in, i, j + 1) * (1 - right) + at(from, in, i + 1, j + 1) * right;
    out[row * to.width + column] = above * (1 - down) + below * down;
}

enum { BINS = 64 };

extern "C" __global__ void brightness(size_t n, const unsigned char *pixels, unsigned int *bins) {
    __shared__ unsigned int mine[BINS];
    unsigned int me = threadIdx.x;
    if (me < BINS)
        mine[me] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned int value =
            (299u * pixels[i * 4] + 587u * pixels[i * 4 + 1] + 114u * pixels[i * 4 + 2]) / 1000;
        atomicAdd(&mine[value * BINS / 256], 1u);
    }
    __syncthreads();
    if (me < BINS)
        atomicAdd(&bins[me], mine[me]);
}
