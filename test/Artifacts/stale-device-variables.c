// The same files and options, but a header is found elsewhere now: the device variables tell.
//
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cp %s %t/x.c
// RUN: echo 'offload_global int first[2], second;' > %t/two/variables.h
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 -I%t/one -I%t/two %t/x.c
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -I%t/one -I%t/two -c %t/x.c -o %t/x.o
// RUN: echo 'offload_global int first[2];' > %t/one/variables.h
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -I%t/one -I%t/two -c %t/x.c -o %t/x.o 2>&1 | FileCheck --check-prefix=GONE %s
// RUN: echo 'offload_global int first[2], second, third;' > %t/one/variables.h
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -I%t/one -I%t/two -c %t/x.c -o %t/x.o 2>&1 | FileCheck --check-prefix=NEW %s
// RUN: echo 'offload_global int first[3], second;' > %t/one/variables.h
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -I%t/one -I%t/two -c %t/x.c -o %t/x.o 2>&1 | FileCheck --check-prefix=SIZE %s
// GONE: error: {{.*}} are stale: device variable 'second' is gone
// NEW: error: {{.*}} are stale: device variable 'third' is new
// SIZE: error: {{.*}} are stale: device variable 'first' has another size now
#include <offload.h>

#include <variables.h>

offload_kernel void scale(size_t n) {
    first[1] = (int)n;
}
