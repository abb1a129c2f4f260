// -fgpu-flush-denormals-to-zero makes a GPU treat denormal floats as zeros, in kernels and in the math
// functions that they call; double keeps them.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-math=libclc --offload-arch=sm_90,gfx90a --offload-artifacts=%t/kept -Wno-offload-no-image -S %s
// RUN: FileCheck --check-prefix=KEPT %s < %t/kept/*/sm_90.ptx
// RUN: FileCheck --check-prefix=KEPT-AMD %s < %t/kept/*/gfx90a.s
// RUN: %offloadcc -O2 --device-only --offload-math=libclc --offload-arch=sm_90,gfx90a --offload-artifacts=%t/flushed -fgpu-flush-denormals-to-zero -Wno-offload-no-image -S %s
// RUN: FileCheck %s < %t/flushed/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/flushed/*/gfx90a.s
#include <math.h>
#include <offload.h>

// KEPT: .entry waves$(
// KEPT-NOT: ftz
// KEPT-AMD: .amdhsa_float_denorm_mode_32 3
//
// CHECK: .entry waves$(
// CHECK-NOT: .rn.f32
// CHECK: fma.rn.ftz.f32
// CHECK-NOT: .rn.f32
// CHECK: ret;
// AMD: .amdhsa_float_denorm_mode_32 0
// AMD: .amdhsa_float_denorm_mode_16_64 3
offload_kernel void waves(size_t n, float x[n], double y[n])
{
    offload_for (i, n) {
        x[i] = sinf(x[i]) * x[i] + 1.5f;
        y[i] = y[i] * 3 + 1;
    }
}
