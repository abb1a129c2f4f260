// Barriers are not there yet: using one is an error at its line.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    x[offload_global_id(0)] = 1;
    offload_barrier();
}
// CHECK: barrier-is-for-later.c:[[#@LINE-2]]:5: error: 'offload_barrier' is unavailable: barriers are not supported by this version of offloadcc
