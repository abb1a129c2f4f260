// A kernel that is compiled for more than the rest of its file keeps that on the CPU.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

__attribute__((target("avx2"))) offload_kernel void add(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += 1;
}

__attribute__((target("avx2"))) static int helper(void)
{
    return (int)offload_global_id(0);
}

offload_kernel void other(int n, int x[n])
{
    if (helper() < n)
        x[helper()] += helper();
}

int main(void)
{
    static int x[1000];
    int wrong = 0;
    if (!__builtin_cpu_supports("avx2"))
        return puts("wrong 0");
    offload(add, .threads = {1000})(1000, x);
    offload(other, .threads = {1000})(1000, x);
    for (int i = 0; i < 1000; i++)
        wrong += x[i] != 1 + i;
    printf("wrong %d\n", wrong);
}
// CHECK: wrong 0
