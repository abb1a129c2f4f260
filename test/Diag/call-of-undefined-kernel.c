// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void other(int n, int x[n]);
offload_kernel void k(int n, int x[n])
{
    other(n, x);
}

// CHECK: {{^(.*/)?}}call-of-undefined-kernel.c:6:5: error: kernel 'k' calls kernel 'other', which is not defined in this file; mark it offload_device too, where it is declared for both files, so that kernels of other files can call it
// CHECK-NOT: {{(error|note):}}
