// A program that calls C's `inline` functions, without a definition in another file, links from -O1 on,
// as with clang: no call is left, neither in the kernels for the device nor in those for the host.
//
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static int bounded(int x)
{
    return larger(x, 3);
}

offload_kernel void k(int n, int x[n])
{
    offload_for (i, n)
        x[i] = bounded(x[i]) + larger(x[i], 0);
}

int main(void)
{
    int x[4] = {1, 2, 3, 4};
    offload(k, .threads = {4})(4, x);
    printf("%d %d\n", x[0], x[3]); // CHECK: 4 8
}
