// With -fblocks, __block is a word of the language.
// RUN: %offloadcc --offload-arch=none -fblocks %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void fill(size_t n, int x[n])
{
    offload_for (i, n)
        x[i] = (int)i;
}

int main(void)
{
    int x[100];
    offload(fill)(100, x);
    // CHECK: 99
    printf("%d\n", x[99]);
}
