// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct table {
    const char *names[4];
};
offload_kernel void k(struct table t)
{
    (void)t;
}

// CHECK: {{^(.*/)?}}struct-with-array-of-pointers.c:6:36: error: parameter 't' of kernel 'k' has type 'struct table', whose member 'names' is a pointer, and what it points to is not mapped; pass the data as a parameter of its own, such as 'float data[n]'
// CHECK-NOT: {{(error|note):}}
