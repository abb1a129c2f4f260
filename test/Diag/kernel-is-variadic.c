// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, ...)
{
    (void)n;
}

// CHECK: {{^(.*/)?}}kernel-is-variadic.c:3:21: error: kernel 'k' takes variable arguments; give each argument a parameter
// CHECK-NOT: {{(error|note):}}
