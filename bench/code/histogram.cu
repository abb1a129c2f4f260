#include "hip.h"

enum { BINS = 256 };

extern "C" __global__ void count_bytes(size_t n, const unsigned char *bytes, unsigned int *bins) {
    __shared__ unsigned int block_bins[BINS];
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_bins[bin] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&block_bins[bytes[i]], 1u);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        if (block_bins[bin])
            atomicAdd(&bins[bin], block_bins[bin]);
}
