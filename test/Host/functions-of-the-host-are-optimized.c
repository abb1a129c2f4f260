// In an object that takes the kernels' loops from the x86-64 image, the kernels' own functions are not optimized; those that
// the user's functions call are, also if the user's are not.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 -c %s -o %t.o
// RUN: llvm-objdump --disassemble-symbols=k.kernel --no-show-raw-insn %t.o | FileCheck --check-prefix=KERNELS %s
// KERNELS: <k.kernel>:
// KERNELS: (%r{{[sb]}}p)
// RUN: llvm-objdump --disassemble-symbols=twice --no-show-raw-insn %t.o | FileCheck --check-prefix=USERS %s
// USERS: <twice>:
// USERS-NOT: (%r{{[sb]}}p)
// USERS: ret
#include <offload.h>

__attribute__((noinline)) static int twice(int x)
{
    return 2 * x;
}

offload_kernel void k(int n, int x[n])
{
    offload_for (i, (size_t)n)
        x[i] = 3 * x[i];
}

__attribute__((optnone, noinline)) int run(int n, int x[])
{
    offload(k)(n, x);
    return twice(x[0]);
}
