// The reductions over a block on NVIDIA GPUs: from sm_80 on, warps reduce integers of 4 bytes by one instruction. Other sums
// take the shuffle's own word for whether there was a lane to read from; minimum and maximum need not ask.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_75,sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=CHECK,OLD %s < %t/*/sm_75.ptx
// RUN: FileCheck --check-prefixes=CHECK,NEW %s < %t/*/sm_90.ptx
// RUN: rm -rf %t && %offloadcc -O0 --device-only -S --offload-arch=sm_75,sm_90 --offload-artifacts=%t %s
// RUN: grep redux.sync %t/*/sm_90.ptx && not grep redux.sync %t/*/sm_75.ptx
#include <offload.h>

#define KERNEL(type, operation)                                                                     \
    offload_kernel void type##_##operation(type x[1024])                                            \
    {                                                                                               \
        unsigned i = offload_thread_id(0);                                                          \
        x[i] = offload_block_reduce_##operation(x[i]);                                              \
    }

// The lanes that are there: a warp's, and then as many as there are warps.
// CHECK-LABEL: .entry int_add$(
// OLD-NOT: redux
// OLD-COUNT-5: shfl.sync.down.b32 {{.*}}|inside, {{.*}}, -1;
// OLD-NOT: redux
// NEW-NOT: shfl
// NEW: min.u32 [[LAST:%r[0-9]+]], {{%r[0-9]+}}, 31;
// NEW: shl.b32 [[BIT:%r[0-9]+]], {{%r[0-9]+}}, [[LAST]];
// NEW-NEXT: add.s32 [[LANES:%r[0-9]+]], [[BIT]], -1;
// NEW: redux.sync.add.s32 {{.*}}, [[LANES]];
// NEW: bar.sync
// NEW: redux.sync.add.s32
// NEW: bar.sync
// NEW-NOT: shfl
// CHECK: ret;
KERNEL(int, add)

// CHECK-LABEL: .entry int_min$(
// OLD-COUNT-5: shfl.sync.down.b32
// NEW: redux.sync.min.s32
// CHECK: ret;
KERNEL(int, min)

// CHECK-LABEL: .entry unsigned_max$(
// NEW: redux.sync.max.u32
// CHECK: ret;
KERNEL(unsigned, max)

// CHECK-LABEL: .entry long_add$(
// CHECK-NOT: redux
// CHECK: shfl.sync.down.b32 {{.*}}|inside, {{.*}}, 16,
// CHECK: ret;
KERNEL(long, add)

// CHECK-LABEL: .entry float_add$(
// CHECK: shfl.sync.down.b32 [[OTHER:%r[0-9]+]]|inside, [[OWN:%r[0-9]+]], 16, {{%r[0-9]+}}, -1;
// CHECK-NEXT: selp.u32 [[FLAG:%r[0-9]+]], 1, 0, inside;
// CHECK: setp.eq.b32 [[NOT:%p[0-9]+]], [[FLAG]], 0;
// CHECK: add.rn.f32 [[SUM:%r[0-9]+]], [[OWN]], [[OTHER]];
// CHECK-NEXT: selp.f32 {{%r[0-9]+}}, [[OWN]], [[SUM]], [[NOT]];
// CHECK: ret;
KERNEL(float, add)

// CHECK-LABEL: .entry float_max$(
// CHECK: shfl.sync.down.b32 [[OTHER:%r[0-9]+]], [[OWN:%r[0-9]+]], 16, {{%r[0-9]+}}, -1;
// CHECK-NEXT: max.f32 {{%r[0-9]+}}, [[OWN]], [[OTHER]];
// CHECK-NOT: inside
// CHECK: ret;
KERNEL(float, max)
