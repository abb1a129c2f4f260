// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(struct { int a; } s)
{
    (void)s;
}

// CHECK: {{^(.*/)?}}struct-without-a-name.c:3:41: error: parameter 's' of kernel 'k' has a type that no other code can name; declare it before the kernel, with a tag or a typedef
// CHECK-NOT: {{(error|note):}}
