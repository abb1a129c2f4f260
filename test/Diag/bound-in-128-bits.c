// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(__int128 n, float x[n])
{
    (void)x;
}

// CHECK: {{^(.*/)?}}bound-in-128-bits.c:3:43: error: bound of parameter 'x' of kernel 'k' computes with type '__int128'; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
