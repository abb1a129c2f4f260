// amdgpu_waves_per_eu on a kernel, clang's attribute for HIP, limits the registers on AMD GPUs, so that so many waves run on a
// SIMD unit. Other targets take no notice. The cache tells kernels with different numbers apart.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{compile} = %offloadcc -O2 --device-only -S --offload-arch=gfx90a,sm_80,x86-64 --offload-cache=cache
// RUN: %{compile} --offload-artifacts=none %s && grep vgpr_count none/*/gfx90a.s | FileCheck --check-prefix=FREE %s
// RUN: %{compile} --offload-artifacts=five -DWAVES=5 %s && grep vgpr_count five/*/gfx90a.s | FileCheck --check-prefix=FIVE %s
// RUN: %{compile} --offload-artifacts=eight -DWAVES=8,8 %s && grep vgpr_count eight/*/gfx90a.s | FileCheck --check-prefix=EIGHT %s
// RUN: %{compile} --offload-artifacts=square -DSQUARE -DWAVES=5 %s && grep vgpr_count square/*/gfx90a.s | FileCheck --check-prefix=FIVE %s
// RUN: not %offloadcc --offload-arch=none -DWAVES=8,4 %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %offloadcc --offload-arch=none -DWAVES=0 %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %offloadcc --offload-arch=none -DWAVES=1,2,3 %s 2>&1 | FileCheck --check-prefix=WRONG %s
#include <offload.h>

// FREE: .vgpr_count: {{12[0-9]}}
// FIVE: .vgpr_count: {{(8|9|10)[0-9]$}}
// EIGHT: .vgpr_count: {{[56][0-9]}}
// WRONG: amdgcn-waves.c:30:26: error: amdgpu_waves_per_eu of kernel 'products' is not a number of waves; give it one constant from 1 to 20, or two, of which the second is not smaller

enum { OWN = 12 };

#ifndef WAVES
#define MARK
#elif defined(SQUARE)
#define MARK [[clang::amdgpu_waves_per_eu(WAVES)]]
#else
#define MARK __attribute__((amdgpu_waves_per_eu(WAVES)))
#endif

MARK offload_kernel void products(size_t n, const float a[n * OWN], const float b[n * OWN],
                                  float out[n * OWN * OWN])
{
    size_t i = offload_global_id(0);
    float sum[OWN][OWN] = {0};
    for (size_t k = 0; k < n; k++)
        for (int y = 0; y < OWN; y++)
            for (int x = 0; x < OWN; x++)
                sum[y][x] += a[(i + k) % n * OWN + (size_t)y] * b[k * OWN + (size_t)x];
    for (int y = 0; y < OWN; y++)
        for (int x = 0; x < OWN; x++)
            out[(i * OWN + (size_t)y) * OWN + (size_t)x] = sum[y][x];
}
#if !defined(WAVES)
int main(void) {}
#endif
