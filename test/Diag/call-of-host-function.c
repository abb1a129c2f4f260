// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
offload_kernel void k(int n, int x[n])
{
    x[0] = rand();
    FILE *f = fopen("out", "w");
    (void)f;
}

// CHECK: {{^(.*/)?}}call-of-host-function.c:7:12: error: kernel 'k' calls 'rand', which runs only on the host; a kernel can call functions of its own file, most of <math.h>, memcpy, memset, printf and assert
// CHECK: {{^(.*/)?}}call-of-host-function.c:8:15: error: kernel 'k' calls 'fopen', which runs only on the host; a kernel can call functions of its own file, most of <math.h>, memcpy, memset, printf and assert
// CHECK-NOT: {{(error|note):}}
