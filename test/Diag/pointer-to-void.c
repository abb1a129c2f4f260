// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(size_t n, void *p, const void *q)
{
    (void)p, (void)q, (void)n;
}

// CHECK: {{^(.*/)?}}pointer-to-void.c:3:39: error: parameter 'p' of kernel 'k' is a 'void *', so the size of what it points to is not known; write 'char p[n]' or 'char *p offload_count(n)' if 'n' counts its elements, or mark it offload_device_ptr if it is a device address
// CHECK: {{^(.*/)?}}pointer-to-void.c:3:54: error: parameter 'q' of kernel 'k' is a 'void *', so the size of what it points to is not known; write 'const char q[n]' or 'const char *q offload_count(n)' if 'n' counts its elements, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
