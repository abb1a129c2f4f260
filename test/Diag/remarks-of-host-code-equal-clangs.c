// In a file with kernels, LLVM says of the host's code what it says of it in clang.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s x.c
// DEFINE: %{options} =
// DEFINE: %{compare} = %clang %{options} -c x.c 2> clang.txt; %offloadcc --offload-arch=none -DKERNELS %{options} -c x.c 2> ours.txt; test -s clang.txt && diff clang.txt ours.txt
// REDEFINE: %{options} = -O2 -g
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -g -Werror
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -fsave-optimization-record
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -Rpass=inline
// RUN: %{compare}
// REDEFINE: %{options} = -O3 -Rpass=loop -Werror=pass-failed
// RUN: %{compare}
// REDEFINE: %{options} = -Os -g -Rpass=loop-vectorize
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -Wno-pass-failed -Rpass=gvn
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -Rpass=gvn -fno-caret-diagnostics
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -Rpass=gvn -fno-diagnostics-show-option
// RUN: %{compare}
//
// A remark of several lines is followed by its source.
// RUN: %offloadcc --offload-arch=none -DKERNELS -O2 -Rpass-analysis=stack-frame-layout -c x.c 2>&1 | FileCheck x.c --implicit-check-not=__offloadcc_
// clang-format off
#ifdef KERNELS
#include <offload.h>
#else
#define offload_kernel static __attribute__((used))
#endif

static inline float twice(float a) { return a + a; }

// CHECK: x.c:[[@LINE+4]]:1: remark:
// CHECK-NEXT: Function: f {{.*}}[-Rpass-analysis=stack-frame-layout]
// CHECK-NEXT: [[@LINE+2]] | {
float f(unsigned m, const float *x, float *y)
{
    float s = 0;
#pragma unroll 4
    for (unsigned c = 0; c < m; c++)
        s += twice(x[c]) * s;
#pragma clang loop vectorize(enable)
    for (unsigned c = 0; c < m; c++) {
        if (y[c] == s)
            break;
        y[c + 1] = y[c] * s;
    }
    for (unsigned c = 0; c < m; c++)
        y[c] = x[c] * 2;
    return s;
}

offload_kernel void k(void) {}
