// pow(x, 2) is a product on GPUs, as on a CPU, and pow(2, x) is exp2(x).
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t -Wno-offload-no-image -S %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
#include <math.h>
#include <offload.h>

// CHECK: .entry squares$(
// CHECK-NOT: {{add|fma}}.rn
// CHECK: mul.rn.f64
// CHECK-NOT: {{add|fma}}.rn
// CHECK: ret;
// AMD: squares$:
// AMD-NOT: v_fma
// AMD: v_mul_f64
// AMD-NOT: v_fma
// AMD: s_endpgm
offload_kernel void squares(size_t n, double x[n], float y[n])
{
    offload_for (i, n) {
        x[i] = pow(x[i], 2);
        y[i] = powf(y[i], 2.0f);
    }
}

// Two of the same function give one result.
//
// CHECK: .entry powers$(
// CHECK: st.global.b64 [%[[AT:[a-z0-9]+]]], %[[VALUE:[a-z0-9]+]];
// CHECK-NEXT: st.global.b64 [%[[AT]]+8], %[[VALUE]];
offload_kernel void powers(double x, double y[2])
{
    y[0] = pow(2, x);
    y[1] = exp2(x);
}
