// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, const float x[][3][n], int (*y)[])
{
    (void)x, (void)y;
}

// CHECK: {{^(.*/)?}}array-without-outer-bound.c:3:42: error: parameter 'x' of kernel 'k' has no bound, so its size is not known; write 'const float x[n][3][n]' or 'const float x[][3][n] offload_count(n)' if 'n' counts its rows, or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}array-without-outer-bound.c:3:59: error: parameter 'y' of kernel 'k' has no bound, so its size is not known; write 'int y[n]' or 'int *y offload_count(n)' if 'n' counts its elements, 'int y[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
