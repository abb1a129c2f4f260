// Where clang does not know words of CUDA's language, one note in a file says what they are here.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -DLAUNCH -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not %offloadcc --offload-arch=none -DLANES -c %s -o %t.o 2>&1 | FileCheck --check-prefix=LANES %s
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
    // LAUNCH: :[[#@LINE-2]]:12: note: offloadcc has other names than CUDA: '<<<' is offload(kernel, .blocks = {...}, .block_size = {...})(arguments)
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
#elif defined OTHER
void run(void)
{
    undeclared = 1;
    // OTHER: error: use of undeclared identifier 'undeclared'
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
