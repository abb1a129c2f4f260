// The passes may run in different directories; dependencies are found from both.
//
// RUN: rm -rf %t && mkdir -p %t/src %t/build && cp %s %t/src/x.c && echo '#define FACTOR 2' > '%t/src/my factor.h'
// RUN: cd %t/src && %offloadcc --device-only --offload-artifacts=../a --offload-arch=x86-64 x.c
// RUN: cd %t/build && %offloadcc --host-only --offload-artifacts=%t/a -c ../src/x.c -o x.o
// RUN: echo '#define FACTOR 4' > '%t/src/my factor.h'
// RUN: cd %t/build && not %offloadcc --host-only --offload-artifacts=%t/a -c ../src/x.c -o x.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}} are stale: '{{.*}}/src/my factor.h' has changed since the device stage
#include <offload.h>

#include "my factor.h"

offload_kernel void scale(size_t n, float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] *= FACTOR;
}
