// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>
static int draw(void)
{
    return getchar();
}
static int twice(int x)
{
    return x + draw();
}
offload_kernel void roll(int n, int x[n])
{
    x[0] = twice(x[1]);
}
offload_kernel void again(int n, int x[n])
{
    x[0] = twice(x[1]);
}

// CHECK: {{^(.*/)?}}call-of-host-function-with-chain.c:6:12: error: kernel 'roll' calls 'getchar', which runs only on the host
// CHECK: {{^(.*/)?}}call-of-host-function-with-chain.c:10:16: note: 'draw' is called by 'twice' here
// CHECK: {{^(.*/)?}}call-of-host-function-with-chain.c:14:12: note: 'twice' is called by kernel 'roll' here
// CHECK: {{^(.*/)?}}call-of-host-function-with-chain.c:6:12: note: a kernel can call functions that are defined in its file or in a header, most of <math.h>, <string.h>, <ctype.h> and <stdlib.h>, printf and assert
// CHECK-NOT: {{(error|note):}}
