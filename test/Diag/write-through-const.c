// A write through a const parameter is lost: a warning at the line of the store, once for all targets.
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 -Wno-offload-const-write -Werror %s -o %t.o 2>&1 | count 0
// RUN: not %offloadcc -c --offload-arch=x86-64 -Werror=offload-const-write %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %offloadcc -c --offload-arch=x86-64 -O0 %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

static void put(float *at) {
    *at = 1;
}

offload_kernel void k(size_t n, const float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[i];
    if (i == 3)
        put((float *)&x[i]);
}

// CHECK: write-through-const.c:9:9: warning: this writes to parameter 'x' of kernel 'k', whose elements are const: the new values are not copied back, and are lost; declare it without 'const' [-Woffload-const-write]
// CHECK-NOT: warning
// ERROR: write-through-const.c:9:9: error: this writes to parameter 'x'{{.*}} [-Werror,-Woffload-const-write]

// The same without a device.
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none -Werror=offload-const-write %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
