// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k()
{
}

// CHECK: {{^(.*/)?}}kernel-without-prototype.c:3:21: error: kernel 'k' has no prototype; write 'k(void)'
// CHECK-NOT: {{(error|note):}}
