#include "hip.h"

struct curve {
    int count;
    float slopes[16], bases[16];
};

extern "C" __global__ void look_up(size_t n, curve curve, const float *x, float *y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int piece = (int)x[i];
    piece = piece < 0 ? 0 : piece < curve.count ? piece : curve.count - 1;
    y[i] = curve.bases[piece] + curve.slopes[piece] * x[i];
}

struct filter {
    float taps[8];
    int length;
};

extern "C" __global__ void normalise(size_t n, filter filter, const float *x, float *y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0, result = 0;
    for (int k = 0; k < 8; k++)
        sum += filter.taps[k];
    for (int k = 0; k < 8; k++)
        filter.taps[k] /= sum;
    for (int k = 0; k < filter.length; k++)
        result += filter.taps[k] * x[i + (size_t)k];
    y[i] = result;
}
