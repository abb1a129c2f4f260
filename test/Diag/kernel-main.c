// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel int main(void)
{
    return 0;
}

// CHECK: {{^(.*/)?}}kernel-main.c:3:20: error: 'main' cannot be a kernel; give the kernel a name of its own
// CHECK-NOT: {{(error|note):}}
