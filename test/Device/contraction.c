// A product and a sum become one fused operation within an expression, as C has it and clang's default
// is on the host; -ffp-contract=fast allows it between expressions, which then ptxas may do too;
// off never.
//
// DEFINE: %{compile} = %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a -Wno-offload-no-image -S %s
// RUN: rm -rf %t
// RUN: %{compile} --offload-artifacts=%t/on
// RUN: FileCheck --check-prefix=ON %s < %t/on/*/sm_90.ptx
// RUN: FileCheck --check-prefix=ON-AMD %s < %t/on/*/gfx90a.s
// RUN: %{compile} --offload-artifacts=%t/fast -ffp-contract=fast
// RUN: FileCheck --check-prefix=FAST %s < %t/fast/*/sm_90.ptx
// RUN: FileCheck --check-prefix=FAST-AMD %s < %t/fast/*/gfx90a.s
// RUN: %{compile} --offload-artifacts=%t/off -ffp-contract=off
// RUN: FileCheck --check-prefix=OFF %s < %t/off/*/sm_90.ptx
// RUN: FileCheck --check-prefix=OFF-AMD %s < %t/off/*/gfx90a.s
#include <offload.h>

// ON: .entry within$(
// ON: fma.rn.f64
// FAST: .entry within$(
// FAST: fma.rn.f64
// OFF: .entry within$(
// OFF: mul.rn.f64
// OFF: add.rn.f64
// ON-AMD: within$:
// ON-AMD: v_fma
// OFF-AMD: within$:
// OFF-AMD: v_mul_f64
// OFF-AMD: v_add_f64
offload_kernel void within(double a, double b, double y[1])
{
    y[0] = a * b + y[0];
}

// ON: .entry between$(
// ON: mul.rn.f64
// ON: add.rn.f64
// FAST: .entry between$(
// FAST: fma.rn.f64
// FAST-AMD: between$:
// FAST-AMD: v_fma
// OFF: .entry between$(
// OFF: mul.rn.f64
// OFF: add.rn.f64
offload_kernel void between(double a, double b, double y[1])
{
    double product = a * b;
    y[0] = product + y[0];
}
