// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct table {
    const char *names[4];
};
offload_kernel void k(struct table t)
{
    (void)t;
}

// CHECK: {{^(.*/)?}}struct-with-array-of-pointers.c:6:36: error: parameter 't' of kernel 'k' has type 'struct table', whose member 'names' is an array of pointers, which cannot have counts; make it an array of structs, each with a pointer and its count, or mark it offload_device_ptr if it holds device addresses
// CHECK-NOT: {{(error|note):}}
