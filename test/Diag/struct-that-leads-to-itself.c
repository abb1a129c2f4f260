// Lists and trees have no depth that the types show.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct list {
    int value;
    struct list *next;
};
struct tree {
    int n;
    struct branch {
        int leaves;
        struct tree *trees __counted_by(leaves);
    } *branches __counted_by(n);
};
offload_kernel void k(struct list l, const struct tree t[1])
{
    (void)l, (void)t;
}

// CHECK: {{^(.*/)?}}struct-that-leads-to-itself.c:16:35: error: parameter 'l' of kernel 'k' has type 'struct list', whose member 'next' points to 'struct list' again, so the number of elements is not known; keep the elements in one array, and link them by their indices in it
// CHECK: {{^(.*/)?}}struct-that-leads-to-itself.c:16:56: error: parameter 't' of kernel 'k' has type 'struct tree', whose member 'branches[].trees' points to 'struct tree' again, so the number of elements is not known; keep the elements in one array, and link them by their indices in it
// CHECK-NOT: {{(error|note):}}
