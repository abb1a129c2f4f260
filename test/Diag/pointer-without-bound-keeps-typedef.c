// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
typedef struct { double re, im; } complex_t;
offload_kernel void k(unsigned count, const complex_t *restrict z)
{
    (void)z, (void)count;
}

// CHECK: {{^(.*/)?}}pointer-without-bound-keeps-typedef.c:4:65: error: parameter 'z' of kernel 'k' has no bound, so its size is not known; write 'const complex_t z[count]' or 'const complex_t *z offload_count(count)' if 'count' counts its elements, 'const complex_t z[1]' if it points to one, or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
