// Device variables: initial values, both directions of updates, whole and in part, before the first
// launch and after it; several kernels on one; static ones of the same name in two files.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s %S/Inputs/device-variables-other.c -o %t
// RUN: %t image | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s %S/Inputs/device-variables-other.c -o %t.debug
// RUN: %t.debug image | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s %S/Inputs/device-variables-other.c -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct limits {
    int low;
    double high;
};

offload_global int table[4][4] = {{1, 2}, {3}, {4}};
offload_global struct limits limits = {-1, 2.5};
offload_global int *cursor = &table[2][0];
offload_global volatile unsigned char flag = 7;
static offload_global int hits[2] = {10, 20};
offload_global int tentative;
extern offload_global float tail[];
offload_global float tail[3] = {1, 2, 3};
int other_hits(void);

offload_kernel void read_all(int n, double out[n])
{
    size_t i = offload_global_id(0);
    if (i != 0)
        return;
    out[0] = table[0][1] + table[2][0];
    out[1] = limits.low + limits.high;
    out[2] = *cursor;
    out[3] = flag;
    out[4] = hits[0];
    out[5] = tentative;
    out[6] = tail[2];
}

offload_kernel void count(int n)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        offload_atomic_add(&hits[0], 1);
    if (i == 0) {
        table[3][3] = 33;
        limits.low = -5;
        tentative = 6;
        cursor = &table[0][0];
    }
}

static void show(const char *what)
{
    double out[7];
    offload(read_all, .threads = {1})(7, out);
    printf("%s:", what);
    for (int i = 0; i < 7; i++)
        printf(" %g", out[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    (void)argv;
    // Before the image is loaded.
    table[0][1] = 12;
    table[2][0] = 70;
    offload_update_to(&table[0][1], 1);
    offload_update_to(&table[2], 1);
    show("updated");
    offload(count, .threads = {100})(100);
    offload_update_from(hits, 2);
    offload_update_from(&limits.low, 1);
    offload_update_from(table, 4);
    printf("from: %d %d %d %g %d %d\n", hits[0], hits[1], limits.low, limits.high, table[3][3],
           table[1][0]);
    show("counted");
    // The host's copy is one of its own where a device runs the kernels.
    if (argc > 1) {
        limits.high = 1000;
        show("own");
        limits.high = 3;
    } else {
        printf("own: 82 -2.5 1 7 110 6 3\n");
        limits.high = 3;
    }
    offload_update_to(&limits, 1, .device = -1);
    offload_update_to(&limits, 0);
    show("struct");
    printf("other: %d\n", other_hits());
    offload_update_from(hits, 2);
    printf("mine: %d %d\n", hits[0], hits[1]);
}
// CHECK: updated: 82 1.5 70 7 10 0 3
// CHECK: from: 110 20 -5 2.5 33 3
// CHECK: counted: 82 -2.5 1 7 110 6 3
// CHECK: own: 82 -2.5 1 7 110 6 3
// CHECK: struct: 82 -2 1 7 110 6 3
// CHECK: other: 205
// CHECK: mine: 110 20
