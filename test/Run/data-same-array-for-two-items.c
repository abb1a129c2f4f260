// Two items of one region for the same array are one, in both directions, in either order.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(int n, const int x[n], int y[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        y[i] += x[i];
}

static void sum(int n, const int *x, int *y)
{
    offload_data(offload_to(x, n), offload_tofrom(y, n))
        offload(add, .threads = {n})(n, x, y);
    offload_data(offload_from(y, n), offload_to(x, n)) {
        offload_update_to(y, n);
        offload(add, .threads = {n})(n, x, y);
    }
}

int main(void)
{
    int a[10] = {1, 2, 3};
    sum(10, a, a);
    printf("%d %d %d\n", a[0], a[1], a[2]);
}
// CHECK: 4 8 12
