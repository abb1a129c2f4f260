// Threads launch kernels with arrays of structs at once, each with its own.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>

struct vector {
    int n;
    int *data offload_count(n);
};

offload_kernel void increment(struct vector v[2])
{
    for (int k = 0; k < 2; k++)
        offload_for (i, (size_t)v[k].n)
            v[k].data[i]++;
}

enum { THREADS = 8, LAUNCHES = 2000, N = 4 };

static int wrong;

static void *work(void *argument)
{
    (void)argument;
    int data[N] = {0};
    struct vector v[2] = {{N / 2, data}, {N / 2, data + N / 2}};
    for (int i = 0; i < LAUNCHES; i++)
        offload(increment, .blocks = {1}, .block_size = {1})(v);
    for (int i = 0; i < N; i++)
        if (data[i] != LAUNCHES)
            __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    // CHECK: 0 wrong
    printf("%d wrong\n", wrong);
}
