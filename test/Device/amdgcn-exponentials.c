// Exponentials and logarithms of float are LLVM's code on AMD GPUs, whatever the library: no test of
// the argument's class, no branch. So are those of halves and of vectors. They stay exact with
// -ffast-math where the user wants that. double has the library's.
//
// DEFINE: %{compile} = %offloadcc -O2 --device-only --offload-math=libclc --offload-arch=gfx90a,gfx1100 %s
// RUN: rm -rf %t && %{compile} --offload-artifacts=%t/plain
// RUN: llvm-dis -o - %t/plain/*/gfx90a.bc | FileCheck %s
// RUN: llvm-dis -o - %t/plain/*/gfx1100.bc | FileCheck %s
// RUN: llvm-objdump -d %t/plain/*/gfx90a.hsaco | FileCheck --check-prefix=CODE %s
// RUN: %{compile} --offload-artifacts=%t/exact -ffast-math -fno-gpu-approx-transcendentals
// RUN: llvm-dis -o - %t/exact/*/gfx90a.bc | FileCheck %s
// RUN: llvm-objdump -d %t/exact/*/gfx90a.hsaco | FileCheck --check-prefix=CODE %s
// RUN: %offloadcc -O0 --device-only --offload-arch=gfx90a,gfx1201 --offload-artifacts=%t/slow %s
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

typedef float float2 __attribute__((ext_vector_type(2)));

// CHECK-LABEL: define {{.*}}@"of_float$"
// CHECK-NOT: llvm.is.fpclass
// CHECK-DAG: call {{[^(]*}} @llvm.exp.f32
// CHECK-DAG: call {{[^(]*}} @llvm.exp2.f32
// CHECK-DAG: call {{[^(]*}} @llvm.exp10.f32
// CHECK-DAG: call {{[^(]*}} @llvm.log.f32
// CHECK-DAG: call {{[^(]*}} @llvm.log2.f32
// CHECK-DAG: call {{[^(]*}} @llvm.log10.f32
// CHECK-NOT: br
// CHECK: ret void
// CODE-LABEL: <of_float$>:
// CODE-NOT: branch
// CODE-DAG: v_exp_f32
// CODE-DAG: v_log_f32
// CODE-DAG: v_fma_f32
// CODE-NOT: branch
// CODE: s_endpgm
offload_kernel void of_float(float x, float y[6])
{
    y[0] = expf(x), y[1] = exp2f(x), y[2] = exp10f(x);
    y[3] = logf(x), y[4] = log2f(x), y[5] = log10f(x);
}

// CHECK-LABEL: define {{.*}}@"of_parts$"
// CHECK-DAG: call {{[^(]*}} @llvm.log.f32
// CHECK-DAG: call {{[^(]*}} @llvm.exp.f32
// CHECK: ret void
offload_kernel void of_parts(float2 x[1], _Float16 y[1])
{
    x[0] = __builtin_elementwise_log(x[0]);
    y[0] = __builtin_elementwise_exp(y[0]);
}

// CHECK-LABEL: define {{.*}}@"of_double$"
// CHECK-NOT: @llvm.exp.
// CHECK: ret void
offload_kernel void of_double(double x, double y[1])
{
    y[0] = exp(x);
}
