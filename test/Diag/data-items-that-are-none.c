// What stands in a list of items and is none is an error: a name that is not known, or an array alone.
//
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -fno-caret-diagnostics -c %s -o %t.o 2>&1 | grep -c error: | FileCheck --check-prefix=COUNT %s
#include <offload.h>

void items(int n, int *x)
{
    offload_data(offload_too(x, n)) // CHECK: :[[#@LINE]]:18: error: call to undeclared function 'offload_too'
        x[0] = 1;
    offload_data(x) // CHECK: :[[#@LINE]]:18: error: incompatible pointer to integer conversion initializing '__offloadcc_item_made_by_offload_to_from_tofrom_or_alloc' (aka 'unsigned long') with an expression of type 'int *'
        x[0] = 1;
    offload_enter_data(x, n); // CHECK: :[[#@LINE]]:24: error: {{.*}} '__offloadcc_item_made_by_offload_to_from_tofrom_or_alloc'
    offload_exit_data(offload_to(x, n), x); // CHECK: :[[#@LINE]]:41: error: {{.*}} '__offloadcc_item_made_by_offload_to_from_tofrom_or_alloc'
    offload_data(offload_to(x, n), .devise = 1) // CHECK: :[[#@LINE]]:37: error: field designator 'devise' does not refer to any field {{.*}}; did you mean 'device'?
        x[0] = 1;
    offload_data(offload_to(x)) // CHECK: :[[#@LINE]]:30: error: too few arguments provided to function-like macro invocation
        x[0] = 1;
}
// COUNT: {{^}}8{{$}}
