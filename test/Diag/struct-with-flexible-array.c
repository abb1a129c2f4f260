// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct buffer {
    int length;
    float data[];
};
offload_kernel void k(struct buffer b)
{
    (void)b;
}

// CHECK: {{^(.*/)?}}struct-with-flexible-array.c:7:37: error: parameter 'b' of kernel 'k' has type 'struct buffer', whose member 'data' is a flexible array, whose size is not known; pass the data as a separate parameter, such as 'float data[n]'
// CHECK-NOT: {{(error|note):}}
