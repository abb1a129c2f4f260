// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>
static int (*const random_number)(void) = getchar;
offload_kernel void k(int n, int x[n])
{
    x[0] = random_number();
}

// CHECK: {{^(.*/)?}}address-of-host-function.c:4:43: error: kernel 'k' calls 'getchar', which runs only on the host
// CHECK: {{^(.*/)?}}address-of-host-function.c:7:12: note: 'random_number' is used by kernel 'k' here
// CHECK: :4:43: note: a kernel can call functions that
// CHECK-NOT: {{(error|note):}}
