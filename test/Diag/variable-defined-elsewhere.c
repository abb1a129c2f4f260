// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
extern const float weights[16];
offload_kernel void k(int n, float x[n])
{
    x[0] = weights[0];
}

// CHECK: {{^(.*/)?}}variable-defined-elsewhere.c:6:12: error: kernel 'k' uses 'weights', which is not defined in this file; if another file defines it, declare it `extern offload_global` in a header that both include; else define it here, or pass it as a parameter
// CHECK-NOT: {{(error|note):}}
