// restrict and const reach the code: what no one writes to while the kernel runs goes through the
// read-only cache of NVIDIA GPUs, and is loaded once for all lanes of AMD's where it is the same.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
#include <offload.h>

// CHECK-LABEL: .entry distinct
// CHECK: ld.global.nc.b32
// CHECK: ld.global.b32
// CHECK: st.global.b32
offload_kernel void distinct(size_t n, const float x[restrict n], float y[restrict n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

// Without restrict, y may be x.
// CHECK-LABEL: .entry overlapping
// CHECK-NOT: .nc
// CHECK: st.global.b32
offload_kernel void overlapping(size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

// In helpers too.
static float sum(const float *x, size_t n)
{
    float s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}
// CHECK-LABEL: .entry helped
// CHECK: ld.global.nc.b32
// CHECK-NOT: ld.global.b32
// AMD-LABEL: helped$:
// AMD: s_load_dword
// AMD-NOT: global_load
// AMD: global_store
// AMD: s_endpgm
offload_kernel void helped(size_t n, const float x[restrict n], float y[restrict n])
{
    y[offload_global_id(0)] = sum(x, n);
}
