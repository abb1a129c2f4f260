// Functions that run after main see what its last launches wrote: of atexit, destructors, and those of a thread's data.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: %t | FileCheck %s
// RUN: %t exit | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

offload_kernel void add(size_t n, int more, int x[n]) {
    offload_for (i, n)
        x[i] += more;
}

static int in_handler[N], in_destructor[N];
static int *allocated;
static pthread_key_t key;

static void handle(void) {
    printf("handler %d %d\n", in_handler[5], allocated[6]);
}

__attribute__((destructor)) static void finish(void) {
    printf("destructor %d\n", in_destructor[7]);
}

static void free_data(void *data) {
    printf("thread %d\n", ((int *)data)[8]);
    free(data);
}

static void *work(void *unused) {
    int *data = calloc(N, sizeof *data);
    pthread_setspecific(key, data);
    offload(add)(N, 3, data);
    offload(add)(N, 4, data);
    return unused;
}

// CHECK: thread 7
// CHECK: handler 30 20
// CHECK: destructor 300
int main(int argc, char **argv) {
    (void)argv;
    pthread_t thread;
    allocated = calloc(N, sizeof *allocated);
    atexit(handle);
    pthread_key_create(&key, free_data);
    if (pthread_create(&thread, NULL, work, NULL) || pthread_join(thread, NULL))
        return 1;
    for (int i = 0; i < 2; i++) {
        offload(add)(N, 10, allocated);
        offload(add)(N, 15, in_handler);
        offload(add)(N, 150, in_destructor);
    }
    if (argc > 1)
        exit(0);
    return 0;
}
