// A program that maps data and has no kernels at all runs: there is no device to move it to.
//
// RUN: %offloadcc -O2 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O2 -c %s -o %t.o
// RUN: %offloadcc %t.o -o %t
// RUN: %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

int main(void)
{
    int x[4] = {1, 2, 3, 4}, *p;
    offload_data(offload_tofrom(x, 4)) {
        x[1] = 20;
        offload_update_to(x, 2);
        p = offload_malloc(sizeof x);
        offload_memcpy(p, x, sizeof x);
    }
    x[1] = 0;
    offload_memcpy(x, p, 2 * sizeof *p);
    offload_free(p);
    printf("%d %d\n", x[1], x[2]);
}
// CHECK: 20 3
