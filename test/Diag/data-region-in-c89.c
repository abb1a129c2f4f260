// In C89's modes a for's variables outlive it, so that offload_data cannot end its region.
// RUN: not %offloadcc --offload-arch=none -std=gnu89 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -std=gnu99 -c %s -o %t.o
#include <offload.h>

void k(int *x);
void run(int n, int *x)
{
    // CHECK: [[#@LINE+1]]:5: error: 'offload_data_in_c89' is unavailable: offload_data needs -std=c99, gnu99 or later; in C89 use offload_enter_data and offload_exit_data
    offload_data (offload_to(x, n))
        k(x);
}
