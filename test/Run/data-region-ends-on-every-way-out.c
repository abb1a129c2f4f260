// A region copies back and releases on every way out of its block: its end, return, goto, break,
// continue, and a thread's end by unwinding.
//
// RUN: %offloadcc -O2 -fexceptions --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O0 -g -fexceptions --offload-arch=x86-64 %s -o %t.debug
// RUN: %t.debug | FileCheck %s
// RUN: %offloadcc -O1 -g -fexceptions -fsanitize=address,undefined --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>

offload_kernel void add(int n, int y[n], int a)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        y[i] += a;
}

enum way { END, RETURN, GOTO, BREAK, CONTINUE, UNWIND };

static int leave(enum way way, int n, int *y)
{
    int result;
    offload_data(offload_tofrom(y, n)) {
        offload_data(offload_tofrom(y + 1, n - 2)) {
            offload(add, .threads = {n})(n, y, 1);
            if (way == RETURN)
                return 1;
            if (way == GOTO)
                goto out;
            if (way == UNWIND)
                pthread_exit(NULL);
            if (way == BREAK)
                break;
            if (way == CONTINUE)
                continue;
            offload(add, .threads = {n})(n, y, 10);
        }
        result = 2; // the compiler sees that this is no guess
    }
    return result;
out:
    return 3;
}

static int values[50];

static void *work(void *way)
{
    leave(*(enum way *)way, 50, values);
    return NULL;
}

int main(void)
{
    for (enum way way = END; way < UNWIND; way++) {
        int result = leave(way, 50, values);
        printf("%d: %d %d\n", result, values[0], values[49]);
        // Nothing is mapped any more: this one can be of another size.
        offload_data(offload_to(&values[40], 10), offload_from(&values[20], 20))
            offload(add, .threads = {20})(20, &values[20], 0);
    }
    pthread_t thread;
    enum way way = UNWIND;
    pthread_create(&thread, NULL, work, &way);
    pthread_join(thread, NULL);
    printf("unwound: %d %d\n", values[0], values[49]);
    offload_enter_data(offload_to(&values[40], 10));
    offload_exit_data(offload_to(&values[40], 10));
}
// CHECK: 2: 11 11
// CHECK: 1: 12 12
// CHECK: 3: 13 13
// CHECK: 2: 14 14
// CHECK: 2: 15 15
// CHECK: unwound: 16 16
