// A region is for one device; arrays can be mapped on several at a time, each with a copy of its own.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

void omp_set_default_device(int device);

offload_kernel void add(int n, int x[n], int a)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += a;
}

offload_kernel void store(int n, offload_device_ptr int *to, const int from[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        to[i] = from[i];
}

int main(void)
{
    int x[10] = {0}, y[10];
    offload_data(offload_to(x, 10), .device = 1) {
        offload_data(offload_to(x, 5), .device = 2) {
            offload(add, .threads = {10}, .device = 1)(10, x, 1);
            offload(add, .threads = {5}, .device = 2)(5, x, 20);
            offload(add, .threads = {10})(10, x, 300); // not mapped on the default device
            printf("%d\n", x[0]);
            offload_update_from(x, 1, .device = 2);
            printf("%d %d\n", x[0], x[1]);
        }
        offload_update_from(x, 10, .device = 1);
        printf("%d %d\n", x[0], x[9]);
        offload(add, .threads = {10}, .device = 4)(10, x, 7); // the host
        printf("%d\n", x[9]);
    }
    // The default device is that of a region's beginning.
    offload_data(offload_tofrom(x, 10)) {
        offload(add, .threads = {10})(10, x, 1);
        omp_set_default_device(2);
    }
    omp_set_default_device(0);
    printf("%d\n", x[0]);
    int *p = offload_malloc(sizeof x, .device = 1), *q = offload_malloc(sizeof x, .device = 3);
    int *h = offload_malloc(sizeof x, .device = 4);
    offload(store, .threads = {10}, .device = 1)(10, p, x);
    offload_memcpy(q, p, sizeof x);
    offload_memcpy(h, q, sizeof x);
    offload_memcpy(y, h + 9, sizeof *y);
    printf("%d\n", y[0]);
    offload_free(p);
    offload_free(q);
    offload_free(h);
}
// CHECK: 300
// CHECK: 20 300
// CHECK: 1 1
// CHECK: 8
// CHECK: 9
// CHECK: 9
