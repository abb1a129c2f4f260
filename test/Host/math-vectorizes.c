// Kernels know no errno, on the CPU neither: what calls math functions is vectorised like in an
// x86-64 image. The host's own functions keep theirs.
//
// RUN: %offloadcc -O2 -mavx2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -mavx2 -g --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
//
// -fno-builtin asks for the functions themselves, and for all that they do.
// RUN: %offloadcc -O2 -mavx2 -fno-builtin --offload-arch=none -S -emit-llvm %s -o - | FileCheck --check-prefix=KEPT %s
#include <math.h>
#include <offload.h>

static float length(float x, float y)
{
    return sqrtf(x * x + y * y);
}

offload_kernel void lengths(size_t n, const float x[n], const float y[n], float out[n])
{
    offload_for (i, n)
        out[i] = length(x[i], y[i]);
}
// CHECK-LABEL: define {{.*}}@on_host(
// CHECK: call float @sqrtf(float
// KEPT-LABEL: define {{.*}}@__offloadcc_k_blocks_lengths(
// KEPT: call float @sqrtf(
float on_host(float x);
float on_host(float x)
{
    return sqrtf(x);
}
// CHECK-LABEL: define internal void @__offloadcc_k_blocks_lengths(
// CHECK-NOT: @sqrtf
// CHECK: call {{.*}}<8 x float> @llvm.sqrt.v8f32(
// CHECK-NOT: @sqrtf
// CHECK: ret void
