// Without optimisation too, the stack of AMD kernels that do not recurse has a known size: libomptarget gives the others
// 16 KiB, which one array may exceed.
//
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=gfx90a --offload-artifacts=%t/known %s
// RUN: llvm-readelf --notes %t/known/*/gfx90a.hsaco | FileCheck %s
// RUN: %offloadcc -O0 -DRECURSION --device-only --offload-arch=gfx90a --offload-artifacts=%t/unknown %s
// RUN: llvm-readelf --notes %t/unknown/*/gfx90a.hsaco | FileCheck --check-prefix=UNKNOWN %s
// RUN: %offloadcc -O0 -DPOINTER --device-only --offload-arch=gfx90a --offload-artifacts=%t/pointer %s
// RUN: llvm-readelf --notes %t/pointer/*/gfx90a.hsaco | FileCheck %s
//
// A call through a pointer changes nothing of that where the stack is large. Where it is small, the call stays.
// RUN: %offloadcc -O0 -DPOINTER -DROOM=256 --device-only --offload-arch=gfx90a --offload-artifacts=%t/small %s
// RUN: llvm-readelf --notes %t/small/*/gfx90a.hsaco | FileCheck --check-prefix=UNKNOWN %s
#include <offload.h>
#include <assert.h>
#include <math.h>

#ifndef ROOM
#define ROOM 4096
#endif

static double smooth(int n, const double *x)
{
    double room[ROOM];
    for (int i = 0; i < ROOM; i++)
        room[i] = sin(x[i % n]);
    assert(n > 0);
#ifdef RECURSION
    if (n > 10)
        return smooth(n / 2, x) + room[n];
#endif
    return room[n % 7];
}

static double first(int n, const double *x)
{
    return n ? x[0] : 0;
}

offload_kernel void k(int n, double x[n])
{
    offload_barrier();
#ifdef POINTER
    double (*function)(int, const double *) = n % 2 ? smooth : first;
    x[offload_global_id(0)] = function(n, x) + offload_block_reduce_add(n);
#else
    x[offload_global_id(0)] = smooth(n, x) + offload_block_reduce_add(n) + first(n, x);
#endif
}
// CHECK: .private_segment_fixed_size: {{3[3-9]...$}}
// CHECK: .uses_dynamic_stack: false
// UNKNOWN: .uses_dynamic_stack: true
