// An entry in PTX: the kernel's name and a dollar sign, every argument an 8-byte slot, the grid's as the last.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t -Wno-offload-no-image %s
// RUN: cat %t/nvptx-entry.c-*/sm_90.ptx | FileCheck %s
#include <offload.h>

struct point {
    float x, y, z;
};

offload_kernel void move(size_t n, float by, _Bool up, struct point p, struct point all[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        all[i].x += up ? by * p.x : p.y;
}
// CHECK: .target sm_90
// CHECK: .visible .entry move$(
// CHECK-NEXT: .param .u64
// CHECK-NEXT: .param .u64
// CHECK-NEXT: .param .u64
// CHECK-NEXT: .param .u64 .ptr {{.*}}move$_param_3,
// CHECK-NEXT: .param .u64 .ptr {{.*}}move$_param_4,
// CHECK-NEXT: .param .u64 .ptr {{.*}}move$_param_5
// CHECK-NEXT: )
// CHECK: %ctaid.x
// CHECK: ret;
