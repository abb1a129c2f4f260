// -ffast-math lets a GPU's own instructions compute functions of float, as in clang's CUDA and HIP
// modes; -fgpu-approx-transcendentals does so alone, -fno-... never. double has none.
//
// DEFINE: %{compile} = %offloadcc -O2 --device-only --offload-math=libclc --offload-arch=sm_90,gfx90a -Wno-offload-no-image -S %s
// RUN: rm -rf %t
// RUN: %{compile} --offload-artifacts=%t/fast -ffast-math
// RUN: FileCheck --check-prefixes=CHECK,FAST %s < %t/fast/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/fast/*/gfx90a.s
// RUN: %{compile} --offload-artifacts=%t/option -fgpu-approx-transcendentals
// RUN: FileCheck %s < %t/option/*/sm_90.ptx
// RUN: %{compile} --offload-artifacts=%t/function -fapprox-func
// RUN: FileCheck %s < %t/function/*/sm_90.ptx
// RUN: %{compile} --offload-artifacts=%t/exact -ffast-math -fno-gpu-approx-transcendentals
// RUN: FileCheck --check-prefix=EXACT %s < %t/exact/*/sm_90.ptx
// RUN: %{compile} --offload-artifacts=%t/plain
// RUN: FileCheck --check-prefixes=EXACT,PLAIN %s < %t/plain/*/sm_90.ptx
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

// CHECK: .entry of_float$(
// CHECK-NOT: fma.rn.f32
// CHECK-DAG: sin.approx.f32
// CHECK-DAG: cos.approx.f32
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: lg2.approx.f32
// CHECK: ret;
// EXACT-LABEL: .entry of_float$(
// EXACT-NOT: {{sin|cos|ex2|lg2}}.approx
// EXACT: ret;
// AMD: of_float$:
// AMD-DAG: v_sin_f32
// AMD-DAG: v_cos_f32
// AMD-DAG: v_exp_f32
// AMD-DAG: v_log_f32
// AMD: s_endpgm
offload_kernel void of_float(float x, float y[8])
{
    y[0] = sinf(x), y[1] = cosf(x), y[2] = expf(x), y[3] = exp2f(x);
    y[4] = exp10f(x), y[5] = logf(x), y[6] = log2f(x), y[7] = log10f(x);
}

// FAST: .entry pairs$(
// FAST-DAG: sin.approx.f32
// FAST-DAG: cos.approx.f32
offload_kernel void pairs(float x, float y[2])
{
    sincosf(x, &y[0], &y[1]);
}

// What divides and takes roots follows -ffast-math too.
//
// FAST: .entry quotients$(
// FAST-DAG: div.approx.f32
// FAST-DAG: sqrt.approx.f32
// PLAIN: .entry quotients$(
// PLAIN-DAG: div.rn.f32
// PLAIN-DAG: sqrt.rn.f32
offload_kernel void quotients(float x, float y[2])
{
    y[0] = 1 / x;
    y[1] = sqrtf(y[1]) / (x + 2);
}

// CHECK: .entry of_double$(
// CHECK-NOT: approx
// CHECK: fma.rn.f64
// CHECK-NOT: approx
// CHECK: ret;
offload_kernel void of_double(double x, double y[1])
{
    y[0] = sin(x);
}
