// What one thread maps another finds and releases: mappings count how often they were entered.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, PART = 100, ROUNDS = 50 };
static int shared[THREADS * PART], table[PART];

offload_kernel void add(int n, int y[n], int m, const int t[m])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        y[i] += t[i % (size_t)m];
}

static void *work(void *argument)
{
    int *mine = argument;
    for (int round = 0; round < ROUNDS; round++) {
        offload_enter_data(offload_to(table, PART));
        offload_data(offload_tofrom(mine, PART))
            offload(add, .threads = {PART})(PART, mine, PART, table);
        offload_exit_data(offload_alloc(table, PART));
    }
    return NULL;
}

static void *release(void *argument)
{
    (void)argument;
    offload_exit_data(offload_from(shared, THREADS * PART));
    return NULL;
}

static void run(void *(*function)(void *), int count)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, function, &shared[i * PART]);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static void show(const char *what)
{
    int wrong = 0;
    for (int i = 0; i < THREADS * PART; i++)
        wrong += shared[i] != ROUNDS * (i % PART);
    printf("%s: %d wrong\n", what, wrong);
}

int main(void)
{
    for (int i = 0; i < PART; i++)
        table[i] = i;
    run(work, THREADS);
    show("regions of their own");
    for (int i = 0; i < THREADS * PART; i++)
        shared[i] = 0;
    offload_enter_data(offload_to(shared, THREADS * PART));
    run(work, THREADS);
    run(release, 1);
    show("regions in one of another thread");
}
// CHECK: own: 0 wrong
// CHECK: thread: 0 wrong
