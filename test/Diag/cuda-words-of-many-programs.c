// Words that ported programs had, of kernels and of the host: each has an answer, also where there is nothing like it.
//
// RUN: not %offloadcc --offload-arch=none -ferror-limit=0 -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void mix(size_t n, float x[n], int counts[n])
{
    float3 v;
    // CHECK: note: offloadcc has other names than CUDA: 'float3' is a struct of float x, y, z: CUDA's has 12 bytes, an ext_vector_type(3) 16;
    v = make_float3(1, 2, 3);
    // CHECK-SAME: 'make_float3' is (float3){x, y, z};
    half2 h;
    // CHECK-SAME: 'half2' is an ext_vector_type(2) of _Float16;
    __hfma2(h, h, h);
    // CHECK-SAME: '__hfma2' is __builtin_elementwise_fma(a, b, c);
    x[0] = __fadd_rn(x[0], x[1]) + __frcp_rn(x[1]) + __log2f(x[2]) + tex2D(0, 1, 2);
    // CHECK-SAME: '__fadd_rn' is a + b, under #pragma clang fp contract(off) if it must not be fused; '__frcp_rn' is 1 / x; '__log2f' is log2f; 'tex2D' is a load of the element, or of those around it with weights: there are no textures;
    counts[0] = __shfl_down(counts[1], 1) + __ballot(counts[2]) + __byte_perm(1, 2, 3);
    // CHECK-SAME: '__shfl_down' is offload_lane_shuffle_down(value, delta, width); '__ballot' is offload_lane_ballot(predicate); '__byte_perm' is shifts of v = x | (unsigned long)y << 32: byte i is v >> 8 * (s >> 4 * i & 7) & 255;
    atomicCAS(&counts[0], 1, 2);
    // CHECK-SAME: 'atomicCAS' is offload_atomic_compare_exchange(address, &old, desired), which returns a bool: old is expected before it, and CUDA's result after it;
    atomicInc(&counts[1], 5);
    // CHECK-SAME: 'atomicInc' is __scoped_atomic_fetch_uinc(address, limit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

void host(void *a, void *b)
{
    cudaSetDevice(0);
    // CHECK-SAME: 'cudaSetDevice' is .device = n in a launch, or omp_set_default_device(n);
    cudaMallocHost(a, 4);
    // CHECK-SAME: 'cudaMallocHost' is malloc;
    cudaMemcpyAsync(a, b, 4, 0, 0);
    // CHECK-SAME: 'cudaMemcpyAsync' is offload_memcpy, which waits, or nothing;
    cudaEvent_t start;
    // CHECK-SAME: 'cudaEvent_t' is a struct timespec;
    cudaEventRecord(start);
    // CHECK-SAME: 'cudaEventRecord' is clock_gettime(CLOCK_MONOTONIC, &t): a launch returns when its kernel has ended;
    cudaStream_t stream;
    // CHECK-SAME: 'cudaStream_t' is nothing: launches of several threads of the host may run at once;
    cudaThreadSynchronize();
    // CHECK-SAME: 'cudaThreadSynchronize' is nothing: a launch returns when its kernel has ended;
    cudaFuncSetCacheConfig(mix, 0);
    // CHECK-SAME: 'cudaFuncSetCacheConfig' is nothing{{$}}
}
