// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdlib.h>
static void (*const release)(void *) = free;
offload_kernel void k(int n, int x[n])
{
    release(x);
}

// CHECK: {{^(.*/)?}}address-of-host-function.c:4:40: error: kernel 'k' calls 'free', which runs only on the host; use an array of constant size, or pass one as an offload_scratch parameter
// CHECK: {{^(.*/)?}}address-of-host-function.c:7:5: note: 'release' is used by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
