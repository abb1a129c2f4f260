// What one thread writes to a shared variable, the others read: no value of their own is carried
// past the barrier in its place.
//
// RUN: rm -rf %t && %offloadcc -O3 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: llvm-dis -o - %t/*/sm_80.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck %s
#include <offload.h>

static double first_of_block(int i, double x)
{
    offload_shared double first;
    if (i == 0)
        first = x;
    offload_barrier();
    return first;
}

offload_kernel void spread(int n, double x[n])
{
    int i = (int)offload_thread_id(0);
    x[i] += first_of_block(i, x[i]);
}
// CHECK: store double %{{.*}}, {{.*}}@first_of_block.first
// CHECK: barrier
// CHECK: load double, {{.*}}@first_of_block.first
