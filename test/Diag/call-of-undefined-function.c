// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
int elsewhere(int);
offload_kernel void k(int n, int x[n])
{
    x[0] = elsewhere(n);
}

// CHECK: {{^(.*/)?}}call-of-undefined-function.c:6:12: error: kernel 'k' calls 'elsewhere', which is not defined in this file; if another file defines it, mark it offload_device in a header that both include; else define it here, or as a static inline function in a header
// CHECK-NOT: {{(error|note):}}
