// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(size_t n, void *p, const void *q)
{
    (void)p, (void)q, (void)n;
}

// CHECK: {{^(.*/)?}}pointer-to-void.c:3:39: error: parameter 'p' of kernel 'k' is a 'void *', so the size of what it points to is not known; write 'char p[n]' with an earlier parameter that counts the elements, or mark it offload_device_ptr
// CHECK: {{^(.*/)?}}pointer-to-void.c:3:54: error: parameter 'q' of kernel 'k' is a 'void *', so the size of what it points to is not known; write 'const char q[n]' with an earlier parameter that counts the elements, or mark it offload_device_ptr
// CHECK-NOT: {{(error|note):}}
