// What LLVM says of kernels is shown at its place, once, however many GPUs the code is made for: a
// pragma that it could not follow (-Wpass-failed), and with -Rpass=, -Rpass-missed= and
// -Rpass-analysis= what the passes of that name did, did not, and found. Nothing of our libraries.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{options} =
// DEFINE: %{check} =
// DEFINE: %{run} = %offloadcc -O2 --device-only --offload-artifacts=a --offload-arch=sm_80,gfx90a %{options} %s 2>&1 | FileCheck %s --match-full-lines --allow-empty --implicit-check-not='{{remark:|warning:|unknown}}' --check-prefix=%{check}
// REDEFINE: %{check} = FAILED
// RUN: %{run}
// REDEFINE: %{options} = -Wno-pass-failed
// REDEFINE: %{check} = NOTHING
// RUN: %{run}
// REDEFINE: %{options} = -w
// RUN: %{run}
// REDEFINE: %{options} = -Wno-pass-failed -Rpass=loop-unroll
// REDEFINE: %{check} = DONE
// RUN: %{run}
// REDEFINE: %{options} = -Wno-pass-failed -Rpass-missed=loop-unroll
// REDEFINE: %{check} = MISSED
// RUN: %{run}
// REDEFINE: %{options} = -Wno-pass-failed -Rpass-analysis=kernel-resource-usage
// REDEFINE: %{check} = FOUND
// RUN: %{run}
// REDEFINE: %{options} = -Werror=pass-failed
// REDEFINE: %{check} = ERROR
// RUN: not %{run}
//
// The lines are not in the code, and the same code from the cache is not silent.
// RUN: env OFFLOADCC_CACHE=%t/cache %offloadcc -O2 --device-only --offload-artifacts=a --offload-arch=sm_80 %s 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: env OFFLOADCC_CACHE=%t/cache %offloadcc -O2 --device-only --offload-artifacts=a --offload-arch=sm_80 %s 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not grep -F .loc a/*/sm_80.ptx
// clang-format off
#include <offload.h>

offload_kernel void k(size_t n, unsigned m, const float x[n], float y[n])
{
    float s = 0;
    // DONE: {{.*}}what-the-optimiser-says.c:[[@LINE+2]]:5: remark: unrolled loop by a factor of 4 {{.*}} [-Rpass=loop-unroll]
#pragma unroll 4
    for (unsigned c = 0; c < m; c++)
        s += x[c] * s;
    // FAILED: {{.*}}what-the-optimiser-says.c:[[@LINE+5]]:5: warning: loop not unrolled: {{.*}} [-Wpass-failed=transform-warning]
    // AGAIN: what-the-optimiser-says.c:[[@LINE+4]]:5: warning: loop not unrolled: {{.*}} [-Wpass-failed=transform-warning]
    // ERROR: {{.*}}what-the-optimiser-says.c:[[@LINE+3]]:5: error: loop not unrolled: {{.*}} [-Werror,-Wpass-failed=transform-warning]
    // MISSED: {{.*}}what-the-optimiser-says.c:[[@LINE+2]]:5: remark: Unable to unroll loop {{.*}} [-Rpass-missed=loop-unroll]
#pragma unroll 4
    for (unsigned c = offload_thread_id(0); c < m; c++) {
        s += x[c] * s;
        __asm__ volatile("// not all threads come here as often");
    }
    y[offload_global_id(0)] = s;
}
// NOTHING-NOT: {{.}}
// FOUND: {{.*}}what-the-optimiser-says.c:[[@LINE-19]]: remark: Function Name: k$ [-Rpass-analysis=kernel-resource-usage]
// FOUND-COUNT-9: {{.*}}what-the-optimiser-says.c:{{[0-9]+}}: remark: {{.*}} [-Rpass-analysis=kernel-resource-usage]
