// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
__attribute__((ms_abi)) offload_kernel void k(int n, float x[n])
{
    x[0] = 1;
}

// CHECK: {{^(.*/)?}}kernel-calling-convention.c:3:45: error: kernel 'k' has a calling convention of its own; remove that attribute
// CHECK-NOT: {{(error|note):}}
