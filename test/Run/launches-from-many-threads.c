// Launch options are a thread's own.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>

offload_kernel void add(int n, int by, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += by;
}

static int wrong;

static void *work(void *argument)
{
    int me = (int)(size_t)argument, n = 100 + me, x[200] = {0};
    for (int i = 0; i < 50; i++)
        offload(add, .threads = {n})(200, me, x);
    for (int i = 0; i < 200; i++)
        if (x[i] != (i < (n + 255) / 256 * 256 ? 50 * me : 0))
            __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void)
{
    pthread_t threads[8];
    for (size_t i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    printf("wrong %d\n", wrong);
}
// CHECK: wrong 0
