// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>
offload_kernel void k(int n, int x[n])
{
    x[0] = stdout != NULL;
}

// CHECK: {{^(.*/)?}}variable-standard-stream.c:6:12: error: kernel 'k' uses variable 'stdout', which lives on the host; kernels can only print, with printf
// CHECK-NOT: {{(error|note):}}
