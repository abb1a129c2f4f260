// block.h - CUDA C's counterpart of offload_block_reduce_add and its like: warps reduce their
// values by shuffles, and the first warp what they have.
#ifndef BLOCK_H
#define BLOCK_H

#include "hip.h"

struct sum_of {
    template <class T> __device__ static T two(T a, T b) {
        return a + b;
    }
};
struct least_of {
    template <class T> __device__ static T two(T a, T b) {
        return b < a ? b : a;
    }
};
struct greatest_of {
    template <class T> __device__ static T two(T a, T b) {
        return a < b ? b : a;
    }
};

// For blocks of a power of two of whole groups of 32 lanes.
template <class OF, class T> __device__ static T lanes_reduce(T value, int lanes) {
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        value = OF::two(value, __shfl_down(value, distance, 32));
    return value;
}

template <class OF, class T> __device__ static T block_reduce(T value) {
    __shared__ T of_group[32], of_block;
    int me = threadIdx.x, groups = blockDim.x / 32;
    value = lanes_reduce<OF>(value, 32);
    if (me % 32 == 0)
        of_group[me / 32] = value;
    __syncthreads();
    if (me < 32) {
        value = lanes_reduce<OF>(of_group[me], groups);
        if (me == 0)
            of_block = value;
    }
    __syncthreads();
    return of_block;
}

#endif
