// GPUs have no long double: a kernel's parameter of that type is an error for them, at its declaration.
//
// RUN: not %offloadcc --offload-arch=x86-64,sm_90,gfx90a -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=x86-64 %s -o %t -DMAIN
// RUN: %t
#include <offload.h>

typedef long double wide;

offload_kernel void k(int n, wide v, double y[n])
{
    y[0] = (double)v;
}

#ifdef MAIN
int main(void)
{
    double y[1];
    k(1, 3, y);
    return y[0] != 3;
}
#endif
// CHECK: parameter-of-long-double.c:10:35: error: parameter 'v' of kernel 'k' has type 'long double', which GPUs do not have; take a double, or leave '{{(sm_90|gfx90a)}}' out of --offload-arch
// CHECK-NOT: {{error|__offloadcc}}
