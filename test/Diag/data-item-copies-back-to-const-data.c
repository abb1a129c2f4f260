// Data that is const does not come back, whatever the item is written in.
//
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=COUNT %s
#include <offload.h>

struct row {
    const float *cells;
    float *sums;
};
typedef const int table[4];
static const double rows[3][4];
static table typedefed;

offload_kernel void k(void)
{
}

void items(int n, int *x, const int *c, struct row *row, const struct row *fixed, const volatile int *v,
           int *const pointer)
{
    offload_data(offload_tofrom(c, n))
        // CHECK: :[[#@LINE-1]]:5: error: offload_tofrom copies back to its elements, which are const; write offload_to, or remove the const
        x[0] = 1;
    offload_data(offload_to(x, n), offload_from(c + 1, n - 1))
        // CHECK: :[[#@LINE-1]]:5: error: offload_from copies back to its elements, which are const; write offload_to, or remove the const
        x[0] = 1;
    offload_enter_data(offload_tofrom(row->cells, n)); // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    offload_exit_data(offload_from(row->cells, n));    // CHECK: :[[#@LINE]]:5: error: offload_from copies
    offload_enter_data(offload_tofrom(fixed, 1));      // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    offload_enter_data(offload_tofrom(rows, 3));       // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    offload_enter_data(offload_tofrom(rows[1], 4));    // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    offload_enter_data(offload_tofrom(typedefed, 4));  // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    offload_enter_data(offload_tofrom(v, n));          // CHECK: :[[#@LINE]]:5: error: offload_tofrom copies
    // These are fine.
    offload_enter_data(offload_to(c, n), offload_alloc(rows, 3), offload_tofrom(row->sums, n));
    offload_enter_data(offload_tofrom((int *)c, n), offload_tofrom(pointer, n), offload_tofrom(row, 1));
}
// COUNT-COUNT-9: {{:[0-9]+:5: error: offload_(to)?from copies back}}
// COUNT-NOT: {{:[0-9]+:[0-9]+: (error|warning|note):}}
