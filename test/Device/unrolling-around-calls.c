// `#pragma unroll` over calls that are no barrier: of <math.h>'s functions, whether LLVM has an
// instruction for them or not, and of the user's own, also recursive ones. Loops over what may be a
// barrier stay, where threads make different numbers of turns: inline assembly, calls through
// pointers, functions that reach a barrier.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a,gfx1100 --offload-artifacts=%t -Wno-offload-divergent-barrier -Wno-pass-failed %s
// RUN: llvm-dis -o - %t/*/sm_80.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx1100.bc | FileCheck %s
#include <math.h>
#include <offload.h>

#define KERNEL(name, expression)                                                                   \
    offload_kernel void name(size_t n, unsigned m, float y[n], const float x[restrict m])          \
    {                                                                                              \
        float s = 0;                                                                               \
        unsigned first = offload_thread_id(0);                                                     \
        _Pragma("unroll 4") for (unsigned c = first; c < m; c++) s += expression;                      \
        y[offload_global_id(0)] = s;                                                               \
    }

__attribute__((noinline)) static float root(float x) {
    return sqrtf(x) + 1;
}
__attribute__((noinline)) static float again(float x, unsigned n) {
    return n ? again(x * 2, n - 1) + root(x) : x;
}
__attribute__((noinline)) static float waits(float x) {
    offload_barrier();
    return x;
}
__attribute__((noinline)) static float may_wait(float x, unsigned n) {
    return n ? waits(x) : again(x, n);
}
static float assembly(float x) {
    __asm__ volatile("// something");
    return x;
}

KERNEL(of_sqrt, sqrtf(x[c]))
// CHECK-LABEL: @"of_sqrt$"
// CHECK-COUNT-5: call {{.*}}sqrt
KERNEL(of_fma, fmaf(x[c], s, 3))
// CHECK-LABEL: @"of_fma$"
// CHECK-COUNT-5: call {{.*}}fma
KERNEL(of_ldexp, ldexpf(x[c], (int)c))
// CHECK-LABEL: @"of_ldexp$"
// CHECK-COUNT-5: call {{.*}}ldexp
KERNEL(of_popcount, (float)__builtin_popcount((unsigned)x[c]))
// CHECK-LABEL: @"of_popcount$"
// CHECK-COUNT-5: call {{.*}}ctpop
KERNEL(of_root, root(x[c]))
// CHECK-LABEL: @"of_root$"
// CHECK-COUNT-5: call {{.*}}@root
KERNEL(of_recursion, again(x[c], 3))
// CHECK-LABEL: @"of_recursion$"
// CHECK-COUNT-5: call {{.*}}@again
KERNEL(of_barrier, may_wait(x[c], m))
// CHECK-LABEL: @"of_barrier$"
// CHECK: call {{.*}}@may_wait
// CHECK-NOT: call {{.*}}@may_wait
KERNEL(of_assembly, assembly(x[c]))
// CHECK-LABEL: @"of_assembly$"
// CHECK: asm sideeffect
// CHECK-NOT: asm sideeffect

// CHECK: define {{.*}}@root
