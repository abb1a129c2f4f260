// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct empty {};
offload_kernel void k(struct empty e)
{
    (void)e;
}

// CHECK: {{^(.*/)?}}struct-empty.c:4:36: error: parameter 'e' of kernel 'k' has type 'struct empty', which is empty; remove it
// CHECK-NOT: {{(error|note):}}
