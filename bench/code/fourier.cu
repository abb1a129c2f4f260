#include "hip.h"

struct complex {
    float re, im;
};

__device__ static complex plus(complex a, complex b) {
    return complex{a.re + b.re, a.im + b.im};
}

__device__ static complex minus(complex a, complex b) {
    return complex{a.re - b.re, a.im - b.im};
}

__device__ static complex times(complex a, complex b) {
    return complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ static complex turned(complex a) { // by -90 degrees
    return complex{a.im, -a.re};
}

__device__ static void transform2(complex *a, complex *b) {
    complex sum = plus(*a, *b);
    *b = minus(*a, *b);
    *a = sum;
}

// The result is in the order 0, 4, 2, 6, 1, 5, 3, 7.
__device__ static void transform8(complex v[8]) {
    const float half_root = 0.70710678f;
    for (int i = 0; i < 4; i++)
        transform2(&v[i], &v[i + 4]);
    v[5] = times(v[5], complex{half_root, -half_root});
    v[6] = turned(v[6]);
    v[7] = times(v[7], complex{-half_root, -half_root});
    for (int i = 0; i < 8; i += 4) {
        transform2(&v[i], &v[i + 2]);
        transform2(&v[i + 1], &v[i + 3]);
        v[i + 3] = turned(v[i + 3]);
        transform2(&v[i], &v[i + 1]);
        transform2(&v[i + 2], &v[i + 3]);
    }
}

__device__ static int reversed(int i) {
    return (i & 1) * 4 + (i & 2) + (i >> 2);
}

extern "C" __global__ void fourier8(size_t n, complex *data) {
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= n)
        return;
    complex v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[(size_t)i * n + thread];
    transform8(v);
    for (int i = 0; i < 8; i++)
        data[(size_t)reversed(i) * n + thread] = v[i];
}

__device__ static void turn_by(complex v[8], float step) {
    for (int i = 1; i < 8; i++) {
        float angle = step * (float)reversed(i);
        v[i] = times(v[i], complex{cosf(angle), sinf(angle)});
    }
}

extern "C" __global__ void fourier512(size_t n, complex *data) {
    __shared__ complex all[512];
    int me = (int)threadIdx.x, high = me / 8, low = me % 8;
    complex *part = data + (size_t)blockIdx.x * 512, v[8];
    for (int i = 0; i < 8; i++)
        v[i] = part[i * 64 + me];
    transform8(v);
    turn_by(v, -6.2831853f / 512 * (float)me);
    for (int i = 0; i < 8; i++)
        all[reversed(i) * 64 + me] = v[i];
    __syncthreads();
    for (int i = 0; i < 8; i++)
        v[i] = all[high * 64 + i * 8 + low];
    transform8(v);
    turn_by(v, -6.2831853f / 64 * (float)low);
    __syncthreads();
    for (int i = 0; i < 8; i++)
        all[(high * 8 + reversed(i)) * 8 + low] = v[i];
    __syncthreads();
    for (int i = 0; i < 8; i++)
        v[i] = all[me * 8 + i];
    transform8(v);
    for (int i = 0; i < 8; i++)
        part[reversed(i) * 64 + low * 8 + high] = v[i];
}
