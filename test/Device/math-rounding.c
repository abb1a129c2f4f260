// round() and lround() have instructions on GPUs: what is computed is stored.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t -Wno-offload-no-image -S %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
#include <math.h>
#include <offload.h>

// CHECK: .entry to_whole$(
// CHECK: cvt.rzi.f64.f64
// CHECK: st.global.b64
// CHECK: ret;
// AMD: to_whole$:
// AMD: v_trunc_f64
// AMD: global_store_dwordx2
offload_kernel void to_whole(size_t n, const double x[n], double y[n])
{
    offload_for (i, n)
        y[i] = round(x[i]);
}

// CHECK: .entry to_long$(
// CHECK: cvt.rzi.f32.f32
// CHECK: st.global.b64
offload_kernel void to_long(size_t n, const float x[n], long y[n])
{
    offload_for (i, n)
        y[i] = lroundf(x[i]);
}
