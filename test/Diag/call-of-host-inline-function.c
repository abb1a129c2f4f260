// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// clang-format off
#include <offload.h>
#include <stdio.h>
offload_kernel void k(int n, int x[n])
{
    x[0] = getchar();
}

// CHECK: {{^(.*/)?}}call-of-host-inline-function.c:7:12: error: kernel 'k' calls 'getchar', which runs only on the host; a kernel can call functions of its own file, most of <math.h>, memcpy, memset, printf and assert
// CHECK-NOT: {{(error|note):}}
