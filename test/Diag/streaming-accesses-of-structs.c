// Loads and stores that displace nothing in caches are of numbers, pointers and vectors, on all targets.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=gfx90a -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

struct pair {
    int first, second;
};

offload_kernel void copy(int n, const struct pair x[n], struct pair y[n])
{
    // CHECK: [[#@LINE+1]]:12: error: address argument to nontemporal builtin must be a pointer to integer, float, pointer, or a vector of such types
    y[0] = offload_load_streaming(&x[0]);
    // CHECK: [[#@LINE+1]]:5: error: address argument to nontemporal builtin must be a pointer to integer, float, pointer, or a vector of such types
    offload_store_streaming(&y[1], x[1]);
}
