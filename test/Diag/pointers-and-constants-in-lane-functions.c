// Lane functions and atomics say what is wrong with a pointer, or with what is const.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <offload.h>

offload_kernel void k(int n, const int x[n], int y[n])
{
    // CHECK: [[#@LINE+1]]:18: error: offload_lane_shuffle is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument has another type; pass a pointer as a uintptr_t, and convert the result to a pointer
    int *first = offload_lane_shuffle(y, 0);
    // CHECK: [[#@LINE+1]]:12: error: offload_lane_reduce_add is for integers of up to 8 bytes, float, double, _Float16 and __bf16; its argument has another type; pass what the pointer points to
    y[0] = offload_lane_reduce_add(x);
    // CHECK: [[#@LINE+1]]:5: error: offload_atomic_add changes what its first argument points to, which is const
    offload_atomic_add(&x[0], 1);
    // CHECK: [[#@LINE+1]]:12: error: offload_lane_match_any is for integers {{.*}}; pass a pointer as a uintptr_t
    y[1] = offload_lane_match_any(first);
}
