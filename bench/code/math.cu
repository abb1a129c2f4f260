#include "hip.h"

extern "C" __global__ void functions_float(size_t n, const float *x, float *y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sinf(x[i]) * expf(-x[i]) + powf(fabsf(x[i]), 1.7f) + logf(1 + x[i] * x[i]);
}

extern "C" __global__ void functions_double(size_t n, const double *x, double *y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sin(x[i]) * exp(-x[i]) + pow(fabs(x[i]), 1.7) + log(1 + x[i] * x[i]);
}

extern "C" __global__ void distances(size_t n, float latitude, float longitude,
                                     const float *latitudes, const float *longitudes,
                                     float *kilometres) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float half_y = sinf((latitudes[i] - latitude) / 2);
    float half_x = sinf((longitudes[i] - longitude) / 2);
    float share = half_y * half_y + cosf(latitude) * cosf(latitudes[i]) * half_x * half_x;
    kilometres[i] = 12742 * atan2f(sqrtf(share), sqrtf(1 - share));
}

extern "C" __global__ void roots(size_t n, const double *p, const double *q, double *x) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double half = p[i] / 2, inside = half * half - q[i];
    double root = sqrt(fmax(inside, 0.0)), sum = half < 0 ? root - half : -root - half;
    x[i] = inside < 0 ? (double)__builtin_nanf("")
                      : fmin(sum, q[i] / sum) + cbrt(q[i]) + hypot(p[i], q[i]);
}
