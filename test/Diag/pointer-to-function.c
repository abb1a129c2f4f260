// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(void (*callback)(int), int compare(int, int))
{
    (void)callback, (void)compare;
}

// CHECK: {{^(.*/)?}}pointer-to-function.c:3:30: error: parameter 'callback' of kernel 'k' points to a function, which a device cannot call; pass a number by which the kernel selects the function
// CHECK: {{^(.*/)?}}pointer-to-function.c:3:50: error: parameter 'compare' of kernel 'k' points to a function, which a device cannot call; pass a number by which the kernel selects the function
// CHECK-NOT: {{(error|note):}}
