// offload_load_readonly of a constant variable loads from constant memory on NVIDIA GPUs: where LLVM sees through the
// cast to global memory, it would write no code for the address.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -S --offload-arch=sm_80 --device-only --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/readonly-loads*/sm_80.ptx
#include <offload.h>
#include <offload_cache.h>

offload_constant float weight[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

// CHECK: .entry
// CHECK-NOT: ld.global.nc
// CHECK-DAG: ld.const.b32
// CHECK-NOT: ld.global.nc
offload_kernel void k(int n, offload_out float r[n])
{
    int i = (int)offload_global_id(0);
    offload_shared float c[9];
    if (i == 0)
        __builtin_memcpy(c, weight, sizeof weight);
    offload_barrier();
    if (i >= n)
        return;
    switch (i) {
    case 11:
        r[i] = offload_load_readonly(&weight[n % 9]);
        break;
    case 7:
        r[i] = c[n % 9];
        break;
    default:
        r[i] = 0;
    }
}
