// The message about a 17th item says how many a region has.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static double b[17][3];
#define ITEM(n) offload_to(b[n], 3)
void regions(void)
{
    offload_data(ITEM(0), ITEM(1), ITEM(2), ITEM(3), ITEM(4), ITEM(5), ITEM(6), ITEM(7), ITEM(8), ITEM(9), ITEM(10), ITEM(11),
                 ITEM(12), ITEM(13), ITEM(14), ITEM(15), .device = 0);
    offload_enter_data(ITEM(0), ITEM(1), ITEM(2), ITEM(3), ITEM(4), ITEM(5), ITEM(6), ITEM(7), ITEM(8), ITEM(9), ITEM(10), ITEM(11),
                       ITEM(12), ITEM(13), ITEM(14), ITEM(15), ITEM(16));
}
// CHECK-NOT: error:
// CHECK: more-than-a-region-has.c:12:{{[0-9]+}}: error: initializing '__offloadcc_at_most_16_items_in_one_region_so_nest_another' (aka 'const char *') with an expression of incompatible type 'struct __offloadcc_item'
// CHECK-NOT: error:
