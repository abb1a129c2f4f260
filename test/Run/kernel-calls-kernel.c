// Inside device code, calling a kernel is a function call: same thread, no launch. Also from a
// function that cannot be inlined, and by recursion.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += 10;
}

static void deep(int depth, int n, int *x)
{
    if (depth > 0)
        deep(depth - 1, n, x);
    else
        add(n, x);
}

offload_kernel void countdown(int left, int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += 1;
    if (left > 0)
        countdown(left - 1, n, x);
}

offload_kernel void all(int n, int x[n])
{
    add(n, x);
    deep(3, n, x);
    countdown(4, n, x);
}

int main(void)
{
    enum { N = 300 };
    static int x[N];
    int wrong = 0;
    offload(all, .threads = {N})(N, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != 25;
    printf("wrong %d\n", wrong);
}
// CHECK: wrong 0
