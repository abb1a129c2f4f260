// An HSA code object: the kernel and its descriptor in the dynamic symbols, ABI V6.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1100,gfx942:sramecc+:xnack- --offload-artifacts=%t %s
// RUN: llvm-readelf -h --dyn-symbols %t/*/gfx90a.hsaco | FileCheck %s
// RUN: llvm-readelf -h --dyn-symbols %t/*/gfx1100.hsaco | FileCheck %s
// RUN: llvm-readobj -h %t/*/gfx942:sramecc+:xnack-.hsaco | FileCheck --check-prefix=FEATURES %s
#include <math.h>
#include <offload.h>
#include <string.h>

struct block {
    double x[20];
};

offload_kernel void waves(size_t n, struct block x[n])
{
    struct block b;
    size_t i = offload_global_id(0);
    memset(&b, 0, sizeof b);
    if (i < n) {
        b.x[3] = sin(x[i].x[0]) + pow(x[i].x[1], 1.5) + expf((float)x[i].x[2]);
        memcpy(&x[i], &b, sizeof b);
    }
}
// CHECK: OS/ABI: AMDGPU - HSA
// CHECK: ABI Version: 4
// CHECK: DYN
// CHECK-DAG: FUNC GLOBAL PROTECTED {{.*}} waves
// CHECK-DAG: OBJECT GLOBAL PROTECTED {{.*}} waves$.kd
// FEATURES: EF_AMDGPU_FEATURE_SRAMECC_ON_V4
// FEATURES: EF_AMDGPU_FEATURE_XNACK_OFF_V4
