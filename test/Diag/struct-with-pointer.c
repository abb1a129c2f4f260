// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct list {
    int value;
    struct {
        struct list *next;
    } link;
};
offload_kernel void k(int n, struct list by_value, struct list array[n])
{
    (void)by_value, (void)array;
}

// CHECK: {{^(.*/)?}}struct-with-pointer.c:9:42: error: parameter 'by_value' of kernel 'k' has type 'struct list', whose member 'link.next' is a pointer, and what it points to is not mapped; pass the data as a parameter of its own, such as 'float data[n]'
// CHECK: {{^(.*/)?}}struct-with-pointer.c:9:64: error: parameter 'array' of kernel 'k' has type 'struct list', whose member 'link.next' is a pointer, and what it points to is not mapped; pass the data as a parameter of its own, such as 'float data[n]'
// CHECK-NOT: {{(error|note):}}
