// What a function asks of the host's CPU says nothing to a GPU.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,sm_90 --offload-artifacts=%t %s 2>&1 | FileCheck --allow-empty %s
#include <offload.h>

__attribute__((target("avx2"))) offload_kernel void add(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] += 1;
}
// CHECK-NOT: avx2
