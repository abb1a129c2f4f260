// Barriers in functions that are called through pointers, beside functions that have none.
//
// RUN: %offloadcc -O0 -g --offload-arch=none %s -o %t.debug
// RUN: %t.debug | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

typedef int operation(int value);

static int from_neighbour(int value)
{
    offload_shared int values[64];
    values[offload_thread_id(0)] = value;
    offload_barrier();
    int result = values[(offload_thread_id(0) + 1) % offload_block_size(0)];
    offload_barrier();
    return result;
}

static int twice(int value)
{
    return 2 * value;
}

static operation *const operations[] = {from_neighbour, twice, from_neighbour};

static int apply(operation *f, int value)
{
    return f(value);
}

offload_kernel void chain(int n, int x[n])
{
    int value = (int)offload_thread_id(0);
    for (int i = 0; i < 3; i++)
        value = apply(operations[i], value);
    x[offload_global_id(0)] = value;
}

int main(void)
{
    enum { THREADS = 16, BLOCKS = 4, N = THREADS * BLOCKS };
    int x[N], wrong = 0;
    offload(chain, .blocks = {BLOCKS}, .block_size = {THREADS})(N, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != 2 * ((i + 2) % THREADS);
    printf("wrong %d\n", wrong);
    // CHECK: wrong 0
}
