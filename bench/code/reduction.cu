#include "block.h"

struct summary {
    double sum, least, greatest;
};

// CUDA C has no atomic minimum and maximum of float. Integers order the bits of positive numbers as
// the numbers are ordered, and those of negative ones the other way round.
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

extern "C" __global__ void reduce_float(size_t n, const float *values, float *sum, float *least,
                                        float *greatest) {
    float my_sum = 0, my_least = INFINITY, my_greatest = -INFINITY;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        my_sum += values[i];
        my_least = fminf(my_least, values[i]);
        my_greatest = fmaxf(my_greatest, values[i]);
    }
    my_sum = block_reduce<sum_of>(my_sum);
    my_least = block_reduce<least_of>(my_least);
    my_greatest = block_reduce<greatest_of>(my_greatest);
    if (threadIdx.x == 0) {
        atomicAdd(sum, my_sum);
        atomic_least(least, my_least);
        atomic_greatest(greatest, my_greatest);
    }
}

extern "C" __global__ void reduce_double(size_t n, const double *values, unsigned int blocks,
                                         summary *partial) {
    summary my = {0, INFINITY, -INFINITY};
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        my.sum += values[i];
        my.least = fmin(my.least, values[i]);
        my.greatest = fmax(my.greatest, values[i]);
    }
    my.sum = block_reduce<sum_of>(my.sum);
    my.least = block_reduce<least_of>(my.least);
    my.greatest = block_reduce<greatest_of>(my.greatest);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = my;
}
