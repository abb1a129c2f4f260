// Kernels do not write variables marked offload_constant, themselves, by functions or by atomics: an error at the line,
// once for all targets.
// RUN: not %offloadcc -c --offload-arch=x86-64,sm_90,gfx90a %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none -O0 %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_constant float weights[4];
offload_constant int hits;
offload_constant struct pair { int first, second; } pair;
static void put(float *at) {
    *at = 1;
}
static float get(float *at) {
    return *at;
}

offload_kernel void k(int n, float x[n]) {
    x[0] = get(weights) + (float)pair.first;
    if (n == 3)
        put(&weights[n]);
    offload_atomic_add(&hits, 1);
    pair.second = n;
}

void host(void) {
    weights[0] = 1;
    put(&weights[1]);
    offload_update_to(weights, 4);
}

// CHECK-DAG: :11:9: error: this writes to 'weights', which is marked offload_constant: only the host can change it, with offload_update_to; mark it offload_global if kernels are to write it
// CHECK-DAG: :21:5: error: this writes to 'hits', which is
// CHECK-DAG: :22:17: error: this writes to 'pair', which is
// CHECK-NOT: error:
