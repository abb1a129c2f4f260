// Device functions that are not inlined into the kernel (recursive ones, those called through
// pointers) still see their thread's index.
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

__attribute__((noinline)) static int scaled_factorial(int n)
{
    return n <= 1 ? (int)offload_thread_id(0) + 1 : n * scaled_factorial(n - 1);
}

static int plus_block(int x)
{
    return x + 1000 * (int)offload_block_id(0);
}

offload_kernel void indices(int n, int x[n])
{
    int (*step)(int) = n > 3 ? plus_block : scaled_factorial;
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] = step(scaled_factorial(3));
}

int main(void)
{
    enum { N = 1000 };
    static int x[N];
    int wrong = 0;
    offload(indices, .threads = {N}, .block_size = {64})(N, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != 6 * (i % 64 + 1) + 1000 * (i / 64);
    printf("wrong %d\n", wrong);
}
// CHECK: wrong 0
