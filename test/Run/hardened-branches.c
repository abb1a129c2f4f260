// Options that harden indirect branches and calls serve kernels and launches too: retpolines and LVI's thunks, which each
// object may have its own copy of, and Intel's control flow enforcement, for which all of ours is marked.
//
// DEFINE: %{options} =
// DEFINE: %{none} = %offloadcc -O2 --offload-arch=none %{options} %s -o %t && %t
// DEFINE: %{image} = %offloadcc -O2 --offload-arch=x86-64 %{options} %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// REDEFINE: %{options} = -mretpoline
// RUN: %{none}
// RUN: %{image}
// REDEFINE: %{options} = -mlvi-hardening
// RUN: %{none}
// RUN: %{image}
// REDEFINE: %{options} = -fcf-protection=full
// RUN: %{none}
// RUN: %{image}
// RUN: %offloadcc -O2 --offload-arch=x86-64 -fcf-protection=full -c %s -o %t.o && llvm-readelf -n %t.o | FileCheck --check-prefix=MARKED %s
// RUN: %offloadcc -fcf-protection=full -fuse-ld=lld -Wl,-z,cet-report=warning %t.o -o %t 2>&1 | FileCheck --allow-empty %s
// MARKED: x86 feature: IBT, SHSTK
// CHECK-NOT: offloadcc
#include <offload.h>

static float twice(float x) { return 2 * x; }
static float half(float x) { return x / 2; }

offload_kernel void choose(int n, int which, float x[n])
{
    float (*chosen)(float) = which ? twice : half;
    offload_for (i, n)
        x[i] = chosen(x[i]);
}

int main(int argc, char **argv)
{
    float x[5] = {1, 2, 3, 4, 5};
    offload(choose)(5, argc, x);
    return x[4] != 10 || !argv[0];
}
