// A store of the lowest bytes of a number that a floating-point instruction computes has a copy of the number before it:
// ptxas 13.0 takes the copy's bits, but converts the number itself to an integer.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
#include <offload.h>
#include <string.h>

// CHECK-LABEL: .entry bytes$(
// CHECK: mul.rn.f64 [[D:%rd[0-9]+]],
// CHECK: mul.rn.f32 [[F:%r[0-9]+]],
// CHECK: mov.b64 %part64, [[D]];
// CHECK-NEXT: st.global.b8 [{{.*}}], %part64;
// CHECK: mov.b32 %part32, [[F]];
// CHECK-NEXT: st.global.b16 [{{.*}}], %part32;
// CHECK: ret;
offload_kernel void bytes(int n, const double a[n], const float b[n], unsigned char low[n], unsigned short half[n])
{
    unsigned i = offload_global_id(0);
    if (i < n) {
        double wide = a[i] * 3;
        float narrow = b[i] * 3;
        memcpy(&low[i], &wide, 1);
        memcpy(&half[i], &narrow, 2);
    }
}

// Numbers that are stored whole, and integers, need no copy.
// CHECK-LABEL: .entry whole$(
// CHECK-NOT: %part
// CHECK: ret;
offload_kernel void whole(int n, double a[n], float b[n], int c[n], char d[n])
{
    unsigned i = offload_global_id(0);
    if (i < n) {
        a[i] *= 3;
        b[i] *= 3;
        d[i] = (char)(c[i] * 3);
    }
}
