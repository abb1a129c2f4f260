// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel int k(void)
{
    return 0;
}

// CHECK: {{^(.*/)?}}kernel-returns-a-value.c:3:20: error: kernel 'k' returns 'int'; a kernel returns void; write results through a parameter such as 'int result[1]'
// CHECK-NOT: {{(error|note):}}
