// Kernels that never return compile: loops over threads have a way out of each thread's code, also
// where there is none.
//
// RUN: %offloadcc -O0 --offload-arch=none -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=none -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=x86-64 -c %s -o %t.o
// REQUIRES: x86_64
#include <offload.h>

// Ends the program, as soon as the host or another block says so.
offload_kernel void waits(volatile int flags[1])
{
    for (;;)
        if (flags[0])
            __builtin_trap();
}

offload_kernel void counts(int n, int a[n])
{
    for (int i = 0;; i = (i + 1) % n) {
        a[i] += (int)offload_thread_id(0);
        offload_barrier();
    }
}

offload_kernel void stops(int n, int a[n])
{
    offload_barrier();
    a[n] = 0;
    __builtin_unreachable();
}
