// What the launches of a thread have left on the device comes back as the thread ends, also by pthread_exit and
// pthread_cancel, which end it in the middle of a function.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t -pthread
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
//
// CHECK: exit 3 3
// CHECK: cancel 5 5
#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 2000 };

offload_kernel void fill(size_t n, int with, offload_out int x[n]) {
    offload_for (i, n)
        x[i] = with;
}

static void *exits(void *x) {
    offload(fill)(N, 3, x);
    pthread_exit(NULL);
}

static void *is_cancelled(void *x) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    offload(fill)(N, 5, x);
    for (;;)
        ;
}

static void look(const char *how, const int *x) {
    printf("%s %d %d\n", how, x[0], x[N - 1]);
}

int main(void) {
    int *x = calloc(N, sizeof *x);
    pthread_t thread;
    pthread_create(&thread, NULL, exits, x);
    pthread_join(thread, NULL);
    look("exit", x);

    pthread_create(&thread, NULL, is_cancelled, x);
    sleep(2); // the launch has ended long before
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    look("cancel", x);
    return 0;
}
