// What LLVM says of the host's code, and of kernels as they are compiled for the CPU, is shown at its
// place and once, in clang's words: where remarks or debug information are asked for, and where not,
// whatever the output is. Of our own code there is nothing.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s x.c
// DEFINE: %{options} =
// DEFINE: %{check} =
// DEFINE: %{run} = %offloadcc -O2 --offload-arch=none %{options} x.c 2>&1 | FileCheck x.c --match-full-lines --strict-whitespace --allow-empty --implicit-check-not='{{remark:|warning:|error:|unknown}}' --check-prefix=%{check}
// REDEFINE: %{check} = FAILED
// REDEFINE: %{options} = -c
// RUN: %{run}
// REDEFINE: %{options} = -c -g
// RUN: %{run}
// REDEFINE: %{options} = -c -fno-math-errno
// RUN: %{run}
// REDEFINE: %{options} = -S
// RUN: %{run}
// REDEFINE: %{options} = -o x
// RUN: %{run}
// REDEFINE: %{options} = -c -fsave-optimization-record
// RUN: %{run}
// RUN: FileCheck x.c --check-prefix=RECORD < x.opt.yaml
// REDEFINE: %{options} = -c -Rpass=loop-unroll -Rpass-missed=loop-unroll
// REDEFINE: %{check} = REMARKS
// RUN: %{run}
// REDEFINE: %{options} = -c -Wno-pass-failed
// REDEFINE: %{check} = NOTHING
// RUN: %{run}
// REDEFINE: %{options} = -c -w
// RUN: %{run}
// REDEFINE: %{options} = -c -O0
// RUN: %{run}
// REDEFINE: %{options} = -c -Werror=pass-failed
// REDEFINE: %{check} = ERROR
// RUN: not %{run}
//
// Nothing but the messages differs.
// RUN: %offloadcc -O2 --offload-arch=none -c x.c -o loud.o 2> loud.txt
// RUN: %offloadcc -O2 --offload-arch=none -c x.c -o quiet.o -Wno-pass-failed
// RUN: cmp loud.o quiet.o
//
// A message about a kernel is shown once, however many targets it is compiled for.
// RUN: %offloadcc -O2 --offload-arch=x86-64,sm_80 -DLOOPS -c x.c 2>&1 | FileCheck x.c --implicit-check-not=warning: --check-prefix=BOTH
//
// The source may be named by an absolute path, and the working directory be elsewhere.
// RUN: mkdir elsewhere && cd elsewhere && %offloadcc -O2 --offload-arch=none -c %t/x.c 2>&1 | FileCheck %s --check-prefix=ABSOLUTE -DPATH=%t/x.c
// clang-format off
#include <offload.h>

#ifdef LOOPS
offload_kernel void k(size_t n, unsigned m, const float x[n], float y[n])
{
    float s = 0;
    // BOTH: x.c:[[@LINE+2]]:5: warning: loop not vectorized: {{.*}} [-Wpass-failed=transform-warning]
#pragma clang loop vectorize(enable)
    for (unsigned c = 0; c < m; c++) {
        if (x[c] == s)
            break;
        s += x[c];
    }
    y[offload_global_id(0)] = s;
}
#else
offload_kernel void k(size_t n, float y[n]) { y[offload_global_id(0)] = 0; }
#endif

float sum(unsigned m, const float *x)
{
    float s = 0;
    // REMARKS:x.c:[[@LINE+2]]:5: remark: unrolled loop by a factor of 4 with run-time trip count [-Rpass=loop-unroll]
#pragma unroll 4
    for (unsigned c = 0; c < m; c++)
        s += x[c] * s;
    return s;
}

float alternate(unsigned m, const float *x, float *y)
{
    float s = 0;
    // FAILED:x.c:[[@LINE+12]]:5: warning: loop not vectorized: {{.*}} [-Wpass-failed=transform-warning]
    // FAILED-NEXT:   [[@LINE+11]] |     for (unsigned c = 0; c < m; c++) {
    // FAILED-NEXT:      |     ^
    // FAILED-NEXT:1 warning generated.
    // REMARKS:x.c:[[@LINE+8]]:5: warning: loop not vectorized: {{.*}} [-Wpass-failed=transform-warning]
    // ERROR:x.c:[[@LINE+7]]:5: error: loop not vectorized: {{.*}} [-Werror,-Wpass-failed=transform-warning]
    // BOTH: x.c:[[@LINE+6]]:5: warning: loop not vectorized: {{.*}} [-Wpass-failed=transform-warning]
    // ABSOLUTE: [[PATH]]:[[@LINE+5]]:5: warning: loop not vectorized
    // RECORD: DebugLoc: { File: x.c, Line: [[@LINE+4]], Column: 5 }
    // RECORD-NEXT: Function: alternate
    // NOTHING-NOT: {{.}}
#pragma clang loop vectorize(enable)
    for (unsigned c = 0; c < m; c++) {
        if (y[c] == s)
            break;
        y[c + 1] = y[c] * x[c];
    }
    return s;
}

int main(void)
{
    return 0;
}
