// The same files and options, but a header is found elsewhere now: the kernel's type tells.
//
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cp %s %t/x.c && echo 'typedef float real;' > %t/two/real.h
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 -I%t/one -I%t/two %t/x.c
// RUN: echo 'typedef double real;' > %t/one/real.h
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -I%t/one -I%t/two -c %t/x.c -o %t/x.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}} are stale: parameter 2 of kernel 'scale', 'real[n]', now has another size, direction or bound; run the device stage again: offloadcc --device-only
#include <offload.h>

#include <real.h>

offload_kernel void scale(size_t n, real y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] *= 2;
}
