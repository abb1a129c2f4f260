// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(offload_out int a, offload_scratch float b, offload_device_ptr size_t c)
{
    (void)a, (void)b, (void)c;
}

// CHECK: {{^(.*/)?}}marks-on-values.c:3:39: error: parameter 'a' of kernel 'k' is not a pointer or array, so 'offload_out' does not apply to it; remove it
// CHECK: {{^(.*/)?}}marks-on-values.c:3:64: error: parameter 'b' of kernel 'k' is not a pointer or array, so 'offload_scratch' does not apply to it; remove it
// CHECK: {{^(.*/)?}}marks-on-values.c:3:93: error: parameter 'c' of kernel 'k' is not a pointer or array, so 'offload_device_ptr' does not apply to it; remove it
// CHECK-NOT: {{(error|note):}}
