// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
offload_kernel void k(int n, int x[n])
{
    x[0] = getchar();
    FILE *f = fopen("out", "w");
    (void)f;
}

// CHECK: {{^(.*/)?}}call-of-host-function.c:7:12: error: kernel 'k' calls 'getchar', which runs only on the host
// CHECK: {{^(.*/)?}}call-of-host-function.c:7:12: note: a kernel can call functions that are defined in its file or in a header, most of <math.h>, <string.h>, <ctype.h> and <stdlib.h>, printf and assert
// CHECK: {{^(.*/)?}}call-of-host-function.c:8:15: error: kernel 'k' calls 'fopen', which runs only on the host
// CHECK-NOT: {{(error|note):}}
