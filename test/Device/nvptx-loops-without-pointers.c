// A loop on an NVIDIA GPU counts once, and not with a pointer for each array besides, which would
// cost two registers each.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK-LABEL: .entry triad
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: shl.b64 [[BYTES:%rd[0-9]+]], [[I:%rd[0-9]+]], 3;
// CHECK-NEXT: add.s64 {{%rd[0-9]+}}, {{%rd[0-9]+}}, [[BYTES]];
// CHECK: add.s64 [[I]], [[I]], {{%rd[0-9]+}};
// CHECK-NOT: add.s64
// CHECK: @{{.*}} bra [[LOOP]];
offload_kernel void triad(size_t n, double s, const double b[restrict n],
                          const double c[restrict n], offload_out double a[restrict n])
{
    offload_for (i, n)
        a[i] = b[i] + s * c[i];
}

// An unrolled loop, too, and neither of the arrays nor of the iterations besides.
// CHECK-LABEL: .entry dot
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-COUNT-8: fma.rn.f32
// CHECK-NEXT: add.s32 [[I:%r[0-9]+]], [[I]], 8;
// CHECK-NEXT: setp.ne.b32 [[MORE:%p[0-9]+]], [[I]], {{%r[0-9]+}};
// CHECK-NEXT: @[[MORE]] bra [[LOOP]];
offload_kernel void dot(int n, const float a[restrict n], const float b[restrict n], float sums[n])
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    sums[offload_global_id(0)] = sum;
}
