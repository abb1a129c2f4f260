// On a GPU, a thread's index is computed with 32 bits if that is what all uses of it are converted
// to. If one of them has 64 bits, it is computed with those.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK-LABEL: .entry of_int
// CHECK-NOT: cvt.s64
// CHECK: mad.lo.s32 [[I:%r[0-9]+]], {{%r[0-9]+, %r[0-9]+, %r[0-9]+}};
// CHECK-NEXT: setp
// CHECK: mul.wide.s32 {{%rd[0-9]+}}, [[I]], 4;
offload_kernel void of_int(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i]++;
}

// CHECK-LABEL: .entry of_both
// CHECK: mul.wide.u32
// CHECK: st.global.b64
offload_kernel void of_both(int n, int x[n], size_t y[n])
{
    size_t i = offload_global_id(0);
    if ((int)i < n)
        y[(int)i] = i;
}
