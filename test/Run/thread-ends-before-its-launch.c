// A thread that ends between offload(...) and the call of its kernel, or within a kernel, leaves nothing to
// the threads after it, which the system puts at the same addresses: they launch, and call plainly.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -pthread -o %t && %t | FileCheck %s
// CHECK: 20 launches of 20 threads, 20 plain calls of 1
#include <offload.h>
#include <pthread.h>
#include <stdio.h>

offload_kernel void k(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i]++;
}

static int end_thread(void)
{
    pthread_exit(NULL);
}

static void *leave(void *x)
{
    offload(k, .threads = {20})(end_thread(), x);
    return x;
}

static void *stay(void *x)
{
    offload(k, .threads = {20})(20, x);
    k(20, (int *)x + 20);
    return x;
}

static int sum(const int *x)
{
    int all = 0;
    for (int i = 0; i < 20; i++)
        all += x[i];
    return all;
}

int main(void)
{
    int launches = 0, calls = 0;
    for (int i = 0; i < 20; i++) {
        int x[40] = {0};
        pthread_t thread;
        pthread_create(&thread, NULL, leave, x);
        pthread_join(thread, NULL);
        pthread_create(&thread, NULL, stay, x);
        pthread_join(thread, NULL);
        launches += sum(x) == 20;
        calls += sum(x + 20) == 1;
    }
    printf("%d launches of 20 threads, %d plain calls of 1\n", launches, calls);
    return 0;
}
