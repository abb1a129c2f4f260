// Addresses in shared memory are 32-bit numbers on NVIDIA GPUs; so they are for nvcc, and take one
// register. What any function may get is an ordinary pointer.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK-LABEL: .entry reverse
// CHECK: mov.b32 [[TILE:%r[0-9]+]], reverse_$_tile;
// CHECK: add.s32 [[AT:%r[0-9]+]], [[TILE]], {{%r[0-9]+}};
// CHECK: st.shared.b32 {{\[}}[[AT]]]
offload_kernel void reverse(size_t n, float x[n])
{
    offload_shared float tile[256];
    unsigned int me = offload_thread_id(0), size = offload_block_size(0);
    tile[me] = x[me];
    offload_barrier();
    x[me] = tile[size - 1 - me];
}

__attribute__((noinline)) static float first(const float *numbers)
{
    return numbers[numbers[1] > 0];
}
// CHECK-LABEL: .entry passes
// CHECK: mov.b32 [[OTHER:%r[0-9]+]], passes_$_tile;
// CHECK: cvt.u64.u32 [[WIDE:%rd[0-9]+]], [[OTHER]];
// CHECK: cvta.shared.u64 {{%rd[0-9]+}}, [[WIDE]];
offload_kernel void passes(size_t n, float x[n])
{
    offload_shared float tile[256];
    tile[offload_thread_id(0)] = x[offload_thread_id(0)];
    offload_barrier();
    x[offload_thread_id(0)] = first(tile) + first(x);
}
