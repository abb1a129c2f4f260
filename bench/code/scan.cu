#include "hip.h"

enum { BLOCK = 256 };

extern "C" __global__ void scan_parts(size_t n, bool exclusive, const unsigned int *in,
                                      unsigned int *out, unsigned int *totals) {
    __shared__ unsigned int sums[BLOCK];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int me = threadIdx.x;
    unsigned int own = i < n ? in[i] : 0;
    sums[me] = own;
    __syncthreads();
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        unsigned int left = me >= distance ? sums[me - distance] : 0;
        __syncthreads();
        sums[me] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = exclusive ? sums[me] - own : sums[me];
    if (me == BLOCK - 1)
        totals[blockIdx.x] = sums[me];
}

extern "C" __global__ void raise_parts(size_t n, const unsigned int *by, unsigned int *values) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] += by[i / BLOCK];
}
