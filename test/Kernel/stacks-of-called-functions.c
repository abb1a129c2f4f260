// A variable whose address is passed to a function, in a loop: the function's stores to it come before the loop's next
// one. Emulated AMD GPUs with orders of their own have to keep that, too.
//
// RUN: %run_kernel -O1
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 33 };

__attribute__((noinline)) static void change(int *x, int by) {
    if (by & 1)
        *x += by;
    else
        *x ^= by;
}

offload_kernel void last(int y[SIZE]) {
    int t = (int)offload_thread_id(0), x = 0;
    for (int i = 0; i < t; i++) {
        x = t * 1000 + i;
        change(&x, 31);
    }
    y[t] = x;
}

int main(void) {
    int y[SIZE];
    offload(last, .blocks = {1}, .block_size = {SIZE})(y);
    for (int t = 0; t < SIZE; t++)
        EQUAL(y[t], t ? t * 1000 + t - 1 + 31 : 0);
    return finish();
}
