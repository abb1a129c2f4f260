// A header that a kernel depends on counts as the source does; its time does not.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/x.c && echo '#define FACTOR 2' > %t/factor.h
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %t/x.c
// RUN: touch -d '+1 hour' %t/factor.h
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -c %t/x.c -o %t/x.o
// RUN: echo '#define FACTOR 4' > %t/factor.h
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %t/x.c -o %t/x.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}} are stale: '{{.*}}factor.h' has changed since the device stage; run the device stage again: offloadcc --device-only
#include <offload.h>

#include "factor.h"

offload_kernel void scale(size_t n, float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] *= FACTOR;
}
