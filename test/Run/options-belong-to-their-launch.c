// An argument that itself launches kernels, or calls them plainly, does not disturb the options of
// the launch that it is an argument of.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <setjmp.h>
#include <stdio.h>

offload_kernel void add(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += 1;
}

static int x[1000];
static jmp_buf back;

static int noisy(int n)
{
    add(n, x);
    offload(add, .threads = {10})(n, x);
    return n;
}

static int leaves(int n)
{
    longjmp(back, n);
}

int main(void)
{
    offload(add, .threads = {1000})(noisy(noisy(1000)), x);
    printf("%d %d %d\n", x[0], x[5], x[999]);
    if (!setjmp(back))
        offload(add, .threads = {1000})(leaves(1), x);
    add(1000, x);
    offload(add, .threads = {2}, .block_size = {1})(1000, x);
    printf("%d %d %d\n", x[0], x[1], x[2]);
}
// CHECK: 5 3 1
// CHECK: 7 4 3
