#include "cuda.cuh"
#include "reduction.h"

struct add {
    __device__ static float of(float a, float b) { return a + b; }
};
struct least_of {
    __device__ static float of(float a, float b) { return b < a ? b : a; }
};
struct greatest_of {
    __device__ static float of(float a, float b) { return a < b ? b : a; }
};

// As offload_block_reduce_add and its like do it, for a power of two of whole warps.
template <class OPERATION> __device__ static float warp_reduce(float value, int lanes) {
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        value = OPERATION::of(value, __shfl_down_sync(~0u >> (32 - lanes), value, distance));
    return value;
}

template <class OPERATION> __device__ static float block_reduce(float value) {
    __shared__ float of_warp[32], of_block;
    int me = threadIdx.x, warps = blockDim.x / 32;
    value = warp_reduce<OPERATION>(value, 32);
    if (me % 32 == 0)
        of_warp[me / 32] = value;
    __syncthreads();
    if (me < warps) {
        value = warp_reduce<OPERATION>(of_warp[me], warps);
        if (me == 0)
            of_block = value;
    }
    __syncthreads();
    return of_block;
}

// CUDA has no atomic least and greatest of float: those of integers order the bits of positive
// numbers as the numbers, and of negative ones the other way round.
__device__ static void atomic_least(float *at, float value) {
    if (value >= 0)
        atomicMin((int *)at, __float_as_int(value));
    else
        atomicMax((unsigned int *)at, __float_as_uint(value));
}

__device__ static void atomic_greatest(float *at, float value) {
    if (value >= 0)
        atomicMax((int *)at, __float_as_int(value));
    else
        atomicMin((unsigned int *)at, __float_as_uint(value));
}

__global__ void reduce(size_t count, const float *in, float *total, float *low, float *high) {
    float my_sum = 0, my_least = INFINITY, my_greatest = -INFINITY;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        my_sum += in[i];
        my_least = fminf(my_least, in[i]);
        my_greatest = fmaxf(my_greatest, in[i]);
    }
    my_sum = block_reduce<add>(my_sum);
    my_least = block_reduce<least_of>(my_least);
    my_greatest = block_reduce<greatest_of>(my_greatest);
    if (threadIdx.x == 0) {
        atomicAdd(total, my_sum);
        atomic_least(low, my_least);
        atomic_greatest(high, my_greatest);
    }
}

static float *device_values, *device_sum, *device_least, *device_greatest;

static void setup(void) {
    device_values = on_device(values, n);
    device_sum = on_device(sum, 1);
    device_least = on_device(least, 1);
    device_greatest = on_device(greatest, 1);
}

static void run(void) {
    LAUNCH(reduce, BLOCKS, BLOCK, n, device_values, device_sum, device_least, device_greatest);
}

static void finish(void) {
    to_host(sum, device_sum, 1);
    to_host(least, device_least, 1);
    to_host(greatest, device_greatest, 1);
}
