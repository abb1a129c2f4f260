// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel int a(float *x)
{
    return (int)x[0];
}
offload_kernel void b(void *p, float y[])
{
    (void)p, (void)y;
}

// CHECK: {{^(.*/)?}}every-error-is-reported.c:3:20: error: kernel 'a' returns 'int'; a kernel returns void; write results through a parameter such as 'int result[1]'
// CHECK: {{^(.*/)?}}every-error-is-reported.c:3:29: error: parameter 'x' of kernel 'a' has no bound, so its size is not known; write 'float x[1]' or 'float *x offload_count(1)', as the kernel seems to use only the first of its elements (line 5), or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}every-error-is-reported.c:7:29: error: parameter 'p' of kernel 'b' is a 'void *', so the size of what it points to is not known; write 'char p[n]' or 'char *p offload_count(n)' with a parameter 'size_t n' before it that counts its elements, or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}every-error-is-reported.c:7:38: error: parameter 'y' of kernel 'b' has no bound, so its size is not known; write 'float y[n]' or 'float *y offload_count(n)' with a parameter 'size_t n' before it that counts its elements, 'float y[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
