#include "cuda.cuh"
#include "histogram.h"

__global__ void count_bytes(size_t count, const unsigned char *in, unsigned int *out) {
    __shared__ unsigned int block_bins[BINS];
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_bins[bin] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        atomicAdd(&block_bins[in[i]], 1);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        if (block_bins[bin])
            atomicAdd(&out[bin], block_bins[bin]);
}

static unsigned char *device_bytes;
static unsigned int *device_bins;

static void setup(void) {
    device_bytes = on_device(bytes, n);
    device_bins = on_device(bins, BINS);
}

static void run(void) {
    LAUNCH(count_bytes, BLOCKS, BLOCK, n, device_bytes, device_bins);
}

static void finish(void) {
    to_host(bins, device_bins, BINS);
}
