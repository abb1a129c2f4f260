// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct later;
offload_kernel void k(struct later *p)
{
    (void)p;
}

// CHECK: {{^(.*/)?}}pointer-to-incomplete-type.c:4:37: error: parameter 'p' of kernel 'k' has elements of the incomplete type 'struct later'; define it before the kernel
// CHECK-NOT: {{(error|note):}}
