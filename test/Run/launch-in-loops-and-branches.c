// A launch in a loop of 100, in a branch, in the middle of a function that returns early.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(int n, int by, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += by;
}

static int early(int n, int *x, int stop)
{
    if (stop == 0)
        return 0;
    offload(add, .threads = {n})(n, 1000, x);
    if (stop == 1)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            continue;
        offload(add, .threads = {n})(n, 10000, x);
    }
    return 2;
}

int main(void)
{
    int x[256] = {0};
    for (int i = 0; i < 100; i++)
        offload(add, .threads = {256})(256, 1, x);
    for (int i = 0; i < 100; i++)
        if (i % 2)
            offload(add, .threads = {256})(256, 1, x);
        else
            offload(add, .threads = {1})(128, 1, x);
    int sum = early(256, x, 0) + early(256, x, 1) + early(256, x, 2);
    printf("%d %d %d %d\n", x[0], x[200], x[255], sum);
}
// CHECK: 22200 22150 22150 3
