// What LLVM's back ends end the process for, or report without a place, is an error of ours at the line, optimised or not,
// with -g and without; what is right compiles beside it.
//
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a -DCASE=1 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=ONE,ALL %s
// RUN: not %offloadcc -O0 -c --offload-arch=gfx90a -DCASE=1 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=ONE,ALL %s
// RUN: not %offloadcc -O2 -g -c --offload-arch=gfx90a -DCASE=1 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=ONE,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a -DCASE=2 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=TWO,ALL %s
// RUN: not %offloadcc -O2 -g -c --offload-arch=gfx90a -DCASE=2 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=TWO,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a -DCASE=3 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=THREE,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a -DCASE=4 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=FOUR,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=sm_80 -DCASE=4 %s -o %t.o 2>&1 | FileCheck -DARCH=sm_80 --check-prefixes=FOUR,ALL %s
// RUN: not %offloadcc -O0 -c --offload-arch=sm_80 -DCASE=4 %s -o %t.o 2>&1 | FileCheck -DARCH=sm_80 --check-prefixes=FOUR,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a -DCASE=5 %s -o %t.o 2>&1 | FileCheck -DARCH=gfx90a --check-prefixes=FIVE,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=sm_90 -DCASE=6 %s -o %t.o 2>&1 | FileCheck -DARCH=sm_90 --check-prefixes=SIX,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=sm_90 -DCASE=7 %s -o %t.o 2>&1 | FileCheck -DARCH=sm_90 --check-prefixes=SEVEN,ALL %s
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a,sm_80 -DCASE=4 %s -o %t.o 2>&1 | FileCheck --check-prefixes=BOTH %s
// RUN: %offloadcc -O2 -c --offload-arch=gfx90a,sm_90 -DCASE=0 %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -O2 -c --offload-arch=x86-64 -DCASE=4 %s -o %t.o
#include <offload.h>

static int twice(int x)
{
    return 2 * x;
}

offload_kernel void innocent(int n, int r[n])
{
    r[0] = twice(r[1]);
}

#if CASE == 1
offload_kernel void k(int r[1])
{
    int x = r[0];
    __asm__ volatile("" : "+m"(x));
    r[0] = x;
}
#elif CASE == 2
__attribute__((noinline)) static int f(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}
offload_kernel void k(int r[1])
{
    r[0] = f(r[0]);
}
#elif CASE == 3
offload_kernel void k(int n, int r[n])
{
    volatile char a[262144];
    for (int i = 0; i < n; i++)
        a[r[i] & 262143] = (char)i;
    r[0] = a[n];
}
#elif CASE == 4
offload_kernel void k(int n, __int128 r[n])
{
    __int128 expected = r[1];
    r[2] *= 3;
    __atomic_compare_exchange_n(&r[0], &expected, 5, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
#elif CASE == 5
typedef __attribute__((address_space(99))) int elsewhere;
offload_kernel void k(int n, int r[n])
{
    elsewhere *p = (elsewhere *)(long)r[3];
    *p = r[0];
}
#elif CASE == 6
offload_kernel void k(int n, int r[n])
{
    r[0] = n;
    __builtin___clear_cache((char *)r, (char *)r + n);
}
#elif CASE == 7
offload_kernel void k(int n, int r[n])
{
    __int128 s = r[0];
    __asm__ volatile("" : "+r"(s));
    r[0] = (int)s;
}
#endif
// ONE: no-code-for-this.c:35:5: error: inline assembly cannot be compiled for 'gfx90a' (LLVM: Could not match memory address. {{.*}}); write assembly and constraints of that processor, chosen by #ifdef __AMDGPU__ or __NVPTX__, or leave 'gfx90a' out of --offload-arch
// TWO: no-code-for-this.c:41:5: error: inline assembly cannot be compiled for 'gfx90a' (LLVM: {{.+}}); write assembly
// THREE: no-code-for-this.c:51:{{.*}}error: this cannot be compiled for 'gfx90a' (LLVM: stack frame size {{.*}} exceeds limit {{.*}}); make its arrays smaller, or pass one as an offload_scratch parameter, or leave 'gfx90a' out of --offload-arch
// FOUR: no-code-for-this.c:61:5: error: this cannot be compiled for '[[ARCH]]' (LLVM: unsupported cmpxchg); atomic objects must have 1, 2, 4 or 8 bytes there, and be aligned to their size, or leave '[[ARCH]]' out of --offload-arch
// FIVE: no-code-for-this.c:68:8: error: this cannot be compiled for 'gfx90a' (LLVM: no instruction for 'store'); write it in another way
// SIX: no-code-for-this.c:74:5: error: this cannot be compiled for 'sm_90' (LLVM: unsupported library call operation); write it in another way
// SEVEN: no-code-for-this.c:80:5: error: inline assembly cannot be compiled for 'sm_90' (LLVM: no instruction for 'build_pair'); write assembly
// ALL-NOT: {{error:|<unknown>|MCInst}}
// BOTH-DAG: :61:5: error: this cannot be compiled for 'gfx90a'
// BOTH-DAG: :61:5: error: this cannot be compiled for 'sm_80'
