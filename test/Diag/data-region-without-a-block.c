// A semicolon after offload_data(...) is the region's whole block: the launches after it copy again.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-empty-region -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void twice(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}

void run(size_t n, float *x)
{
    offload_data(offload_tofrom(x, n));
    // CHECK: data-region-without-a-block.c:[[#@LINE-1]]:5: warning: this region ends at the ';' after offload_data(...), so nothing runs in it; put the launches into a block after it: offload_data(...) { ... } [-Woffload-empty-region]
    offload(twice)(n, x);
    offload_data(offload_tofrom(x, n)) {
        offload(twice)(n, x);
    }
    offload_data(offload_tofrom(x, n))
        offload(twice)(n, x);
}
// CHECK-NOT: warning:
