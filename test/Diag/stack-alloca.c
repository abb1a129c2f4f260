// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <alloca.h>
offload_kernel void k(int n, int x[n])
{
    int *p = alloca(sizeof(int) * (size_t)n);
    p[0] = x[0];
}

// CHECK: {{^(.*/)?}}stack-alloca.c:6:14: error: kernel 'k' calls 'alloca', but a device's stack has a fixed size; use an array of constant size, or pass one as an offload_scratch parameter
// CHECK-NOT: {{(error|note):}}
