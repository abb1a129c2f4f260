// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, offload_out const float x[n], offload_scratch const int t[n])
{
    (void)x, (void)t;
}

// CHECK: {{^(.*/)?}}out-on-const-data.c:3:54: error: parameter 'x' of kernel 'k' is offload_out, but its elements are const, so the kernel cannot write them; remove one of the two
// CHECK: {{^(.*/)?}}out-on-const-data.c:3:86: error: parameter 't' of kernel 'k' is offload_scratch, but its elements are const, so the kernel cannot write them; remove one of the two
// CHECK-NOT: {{(error|note):}}
