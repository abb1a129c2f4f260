// Atomics take addresses. A value in the place of its address is one error.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

offload_kernel void count(size_t n, const int x[n], int sum[1])
{
    offload_for (i, n)
        offload_atomic_add(sum[0], x[i]);
    // CHECK: atomic-of-a-value.c:[[#@LINE-1]]:9: error: the first argument of offload_atomic_add is an address; write '&x' for a variable x
}
