// Where clang does not know words of CUDA's language, one note in a file says what they are here.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -DLAUNCH -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not %offloadcc --offload-arch=none -DLANES -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: not %offloadcc --offload-arch=none -ferror-limit=0 -DNUMBERS -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NUMBERS %s
// RUN: not %offloadcc --offload-arch=none -DOTHER -c %s -o %t.o 2>&1 | FileCheck --check-prefix=OTHER --implicit-check-not=CUDA %s
#include <offload.h>

#if defined LAUNCH
offload_kernel void twice(size_t n, float x[n])
{
    x[0] = (float)n;
}
void run(size_t n, float *x)
{
    twice<<<n / 256, 256>>>(n, x);
    // LAUNCH: :[[#@LINE-1]]:12: error: expected expression
    // LAUNCH: :[[#@LINE-2]]:12: note: offloadcc has other names than CUDA: '<<<' is offload(kernel, .blocks = {...}, .block_size = {...})(arguments), with .shared_bytes for a third number{{$}}
}
#elif defined LANES
offload_kernel void sums(size_t n, float x[n])
{
    float v = x[offload_global_id(0)];
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (__ffs(__activemask()) == 1)
        atomicExch(&x[0], v);
    // LANES: errors generated.
    // LANES-NEXT: :[[#@LINE-5]]:18: note: offloadcc has other names than CUDA: 'warpSize' is offload_lane_count(); '__shfl_down_sync' is offload_lane_shuffle_down(value, delta, width, mask); '__ffs' is __builtin_ffs; '__activemask' is offload_lanes_active(); 'atomicExch' is offload_atomic_exchange
}
#elif defined NUMBERS
offload_kernel void mix(size_t n, unsigned x[n], float y[n])
{
    float4 v;
    v = make_float4(1, 2, 3, 4);
    x[0] = __funnelshift_l(x[0], x[1], 3) ^ __umulhi(x[0], x[1]) ^ __clz((int)x[2]);
    y[0] = __int_as_float((int)x[0]) + __saturatef(v.x) + __half2float((half)y[1]);
    x[1] = min(x[2], x[3]);
    __threadfence_block();
    // NUMBERS: note: offloadcc has other names than CUDA:
    // NUMBERS-SAME: 'float4' is an ext_vector_type(4) of float, or a struct; 'make_float4' is (float4){x, y, z, w}
    // NUMBERS-SAME: '__funnelshift_l' is __builtin_elementwise_fshl(high, low, shift) of unsigned values
    // NUMBERS-SAME: '__umulhi' is (unsigned)((unsigned long)a * b >> 32); '__clz' is __builtin_clzg(x, 32) of an unsigned x
    // NUMBERS-SAME: '__int_as_float' is __builtin_bit_cast(float, i); '__saturatef' is fminf(fmaxf(x, 0), 1)
    // NUMBERS-SAME: 'half' is _Float16
    // NUMBERS-SAME: 'min' is __builtin_elementwise_min of integers, fminf or fmin of others
    // NUMBERS-SAME: '__threadfence_block' is __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP)
}
#elif defined OTHER
struct half {
    int low;
};
void run(struct half half)
{
    undeclared = 1;
    // OTHER: error: use of undeclared identifier 'undeclared'
    half.min = half;
    // OTHER: error: no member named 'min' in 'struct half'
}
#else
offload_kernel void sum(size_t n, const float x[n], float sums[1])
{
    __shared__ float tile[256];
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}}'__shared__'
    size_t i = blockIdx.x * 256 + threadIdx.x;
    // CHECK: :[[#@LINE-1]]:16: error: use of undeclared identifier 'blockIdx'
    __syncthreads();
    // CHECK: error: call to undeclared function '__syncthreads'
    atomicAdd(&sums[0], x[i]);
    // CHECK: error: call to undeclared function 'atomicAdd'
    sums[0] = rsqrtf(sums[0]);
    // CHECK: error: call to undeclared function 'rsqrtf'
}
__global__ void k(int n);
// CHECK: error: unknown type name '__global__'
// CHECK: errors generated.
// CHECK-NEXT: :[[#@LINE-14]]:5: note: offloadcc has other names than CUDA: '__shared__' is offload_shared; 'blockIdx' is offload_block_id(0); 'threadIdx' is offload_thread_id(0), with 1 for y and 2 for z; '__syncthreads' is offload_barrier(); 'atomicAdd' is offload_atomic_add; 'rsqrtf' is a function of <offload_math.h>; '__global__' is offload_kernel
// CHECK-NOT: note: offloadcc has
#endif
