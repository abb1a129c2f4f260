// What an item cannot be about. These are clang's messages, at the item.
//
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

struct unknown;

void items(int n, int *x, struct unknown *u)
{
    offload_data(offload_to(n, 1)) // CHECK: :[[#@LINE]]:{{.*}} error: indirection requires pointer operand ('int' invalid)
        x[0] = 1;
    offload_data(offload_to(u, 1)) // CHECK: :[[#@LINE]]:{{.*}} error: invalid application of 'sizeof' to an incomplete type 'struct unknown'
        x[0] = 1;
    offload_data(offload_to(x, x)) // CHECK: :[[#@LINE]]:{{.*}} error: incompatible pointer to integer conversion
        x[0] = 1;
}
