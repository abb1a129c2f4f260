// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static int sum(int n)
{
    int copy[n];
    copy[0] = n;
    return copy[0];
}
offload_kernel void k(int n, int x[n])
{
    x[0] = sum(n);
}

// CHECK: {{^(.*/)?}}stack-variable-length-array.c:5:9: error: kernel 'k' has the variable-length array 'copy', but a device's stack has a fixed size; use an array of constant size (in C, an enum or a macro is constant, and a const variable is not), or pass one as an offload_scratch parameter
// CHECK: {{^(.*/)?}}stack-variable-length-array.c:11:12: note: 'sum' is called by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
