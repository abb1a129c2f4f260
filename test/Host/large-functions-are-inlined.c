// A function with more code than our passes inline is inlined by LLVM where little of it is needed,
// also where only the host's front end compiles the kernel.
//
// RUN: %offloadcc -O2 --offload-arch=none -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// CHECK-NOT: helper
// CHECK: T k
// CHECK-NOT: helper
//
// DEFINE: %{code} = llvm-objdump --disassemble-symbols=__offloadcc_k_blocks_k.piece %t.o | FileCheck --check-prefix=BLOCKS %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 -c %s -o %t.o && %{code}
// RUN: %offloadcc -O2 --offload-arch=gfx90a,x86-64 -c %s -o %t.o && %{code}
// BLOCKS: <__offloadcc_k_blocks_k.piece>:
// BLOCKS-NOT: call
// BLOCKS: ret
#include <offload.h>

#define STEP(i)                                                                                    \
    s = s > i ? s / (i + 1) + x * i : s * s - x;                                                   \
    if (s < -i)                                                                                    \
        s += i * s;
#define STEPS(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4)

static float helper(float x, int how)
{
    float s = x;
    if (how) {
        STEPS(0) STEPS(5) STEPS(10)
    }
    return s + 1;
}

offload_kernel void k(size_t n, const float x[n], float y[n])
{
    offload_for (i, n)
        y[i] += helper(x[i], 0);
}
