// Undefined behaviour in a kernel that runs on the CPU is found, at its place.
//
// RUN: %offloadcc -O1 -g -fsanitize=undefined --offload-arch=none %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include <limits.h>
#include <offload.h>

offload_kernel void overflow(int n, int x[n])
{
    x[0] = x[0] + n; // CHECK: undefined-sanitizer-reaches-kernels.c:[[#@LINE]]:17: runtime error: signed integer overflow
}

int main(void)
{
    int x[1] = {INT_MAX};
    overflow(1, x);
}
