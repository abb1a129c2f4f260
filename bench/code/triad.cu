#include "hip.h"

extern "C" __global__ void triad(size_t n, float a, const float *__restrict__ x,
                                 const float *__restrict__ y, float *__restrict__ z) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + a * y[i];
}

extern "C" __global__ void triad_shared_out(size_t n, float a, const float *x, const float *y,
                                            float *z) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        z[i] = x[i] + a * y[i];
}
