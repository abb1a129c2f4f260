// hip.h - for the kernels here as clang's HIP: what CUDA C declares by itself and HIP in the
// headers of ROCm, which need not be installed. With nvcc this declares nothing.
//
// The functions of <math.h> are those of clang's own header for HIP, which calls ROCm's ocml.
#ifndef HIP_H
#define HIP_H

#ifdef __HIP__

#define __HIPCC_RTC__ // without the C++ library, which no kernel here uses
#include <__clang_hip_runtime_wrapper.h>

#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define INFINITY __builtin_inff()
// The instruction, as in the .c files: ocml's function adds code for denormal numbers.
#define rsqrtf __builtin_amdgcn_rsqf

// ---- Where a thread is -------------------------------------------------------------------------

struct dim3 {
    unsigned int x, y, z;
};

#define threadIdx                                                                                  \
    (dim3{__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),                      \
          __builtin_amdgcn_workitem_id_z()})
#define blockIdx                                                                                   \
    (dim3{__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),                    \
          __builtin_amdgcn_workgroup_id_z()})
#define blockDim                                                                                   \
    (dim3{__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),                \
          __builtin_amdgcn_workgroup_size_z()})

// The runtime hands these to a kernel behind its arguments, first of all.
__device__ static __forceinline__ unsigned int hip_block_count(int dimension) {
    typedef const __attribute__((address_space(4))) unsigned int *counts;
    return ((counts)__builtin_amdgcn_implicitarg_ptr())[dimension];
}
#define gridDim (dim3{hip_block_count(0), hip_block_count(1), hip_block_count(2)})

__device__ static __forceinline__ void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// ---- Lanes -------------------------------------------------------------------------------------

#define warpSize ((int)__builtin_amdgcn_wavefrontsize())
#define LANES warpSize

__device__ static __forceinline__ int hip_lane() {
    unsigned int lane = __builtin_amdgcn_mbcnt_lo(~0u, 0);
    return (int)(warpSize == 64 ? __builtin_amdgcn_mbcnt_hi(~0u, lane) : lane);
}

template <class T> __device__ static __forceinline__ T hip_of_lane(T value, int lane) {
    int words[sizeof(T) / 4];
    __builtin_memcpy(words, &value, sizeof value);
    for (int &word : words)
        word = __builtin_amdgcn_ds_bpermute(lane * 4, word);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}

// Lanes are in groups of `width`. A lane keeps its value if the other one is not in its group.
template <class T>
__device__ static __forceinline__ T __shfl(T value, int from, int width = warpSize) {
    return hip_of_lane(value, (hip_lane() & -width) + (from & (width - 1)));
}

template <class T>
__device__ static __forceinline__ T __shfl_down(T value, unsigned int by, int width = warpSize) {
    int lane = hip_lane();
    bool inside = (lane & (width - 1)) + (int)by < width;
    return hip_of_lane(value, inside ? lane + (int)by : lane);
}

template <class T>
__device__ static __forceinline__ T __shfl_up(T value, unsigned int by, int width = warpSize) {
    int lane = hip_lane();
    return hip_of_lane(value, lane - (int)by < (lane & -width) ? lane : lane - (int)by);
}

template <class T>
__device__ static __forceinline__ T __shfl_xor(T value, int mask, int width = warpSize) {
    int lane = hip_lane(), other = lane ^ mask;
    return hip_of_lane(value, other < (lane & -width) + width ? other : lane);
}

__device__ static __forceinline__ unsigned long __ballot(int predicate) {
    return __builtin_amdgcn_ballot_w64(predicate != 0);
}

__device__ static __forceinline__ int __popcll(unsigned long bits) {
    return __builtin_popcountl(bits);
}

// ---- Atomics, and a type -----------------------------------------------------------------------

template <class T> __device__ static __forceinline__ T atomicAdd(T *address, T value) {
    return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

template <class T> __device__ static __forceinline__ T atomicMin(T *address, T value) {
    return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

template <class T> __device__ static __forceinline__ T atomicMax(T *address, T value) {
    return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

template <class T> __device__ static __forceinline__ T atomicCAS(T *address, T expected, T value) {
    __hip_atomic_compare_exchange_strong(address, &expected, value, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}

__device__ static __forceinline__ int __float_as_int(float number) {
    return __builtin_bit_cast(int, number);
}

__device__ static __forceinline__ unsigned int __float_as_uint(float number) {
    return __builtin_bit_cast(unsigned int, number);
}

struct __attribute__((aligned(16))) float4 {
    float x, y, z, w;
};

__device__ static __forceinline__ float4 make_float4(float x, float y, float z, float w) {
    return float4{x, y, z, w};
}

#else

enum { LANES = 32 };
#define __shfl(value, ...) __shfl_sync(~0u, value, __VA_ARGS__)
#define __shfl_down(value, ...) __shfl_down_sync(~0u, value, __VA_ARGS__)
#define __shfl_up(value, ...) __shfl_up_sync(~0u, value, __VA_ARGS__)
#define __shfl_xor(value, ...) __shfl_xor_sync(~0u, value, __VA_ARGS__)
#define __ballot(predicate) __ballot_sync(~0u, predicate)

#endif

#endif
