// NVIDIA GPUs: lanes that branches part vote in kernels of any size. This one has some 3000 blocks of IR.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s --implicit-check-not=activemask < %t/*/sm_90.ptx
#include <offload.h>

#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__

// CHECK: .entry large$(
// CHECK-COUNT-1000: redux.sync.add.s32
offload_kernel void large(unsigned n, const unsigned x[n], unsigned y[n])
{
    size_t i = offload_global_id(0);
    unsigned sum = x[i];
    TEN(TEN(TEN(if (x[sum % n] > 3) { sum += offload_lane_reduce_add(sum); if (sum & 1) y[i] = sum; })))
    y[i] = sum;
}
