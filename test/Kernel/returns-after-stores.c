// Threads store, and return. The others wait at a barrier, and then find what those have stored; what those have read
// was not changed before.
//
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier
// RUN: %run_kernel -O0 -Wno-offload-divergent-barrier
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 64 };

offload_kernel void readers(const int x[SIZE], int y[SIZE]) {
    offload_shared int s[SIZE];
    int t = (int)offload_thread_id(0);
    s[t] = x[t];
    offload_barrier();
    if (t % 3 == 0) {
        y[t] = s[t ^ 1];
        return;
    }
    offload_barrier();
    s[t] = 1000;
    offload_barrier();
    y[t] = s[t] + t;
}

offload_kernel void writers(const int x[SIZE], int y[SIZE]) {
    offload_shared int s[SIZE];
    int t = (int)offload_thread_id(0);
    if (x[t] % 3 == 0) {
        for (int i = 0; i <= t % 4; i++)
            s[t] = x[t] + i;
        y[t] = -1;
        return;
    }
    s[t] = 2 * x[t];
    offload_barrier();
    y[t] = s[SIZE - 1 - t] + s[t / 3 * 3];
}

// Those that are left return in turns of a loop.
offload_kernel void turns(const int x[SIZE], int y[SIZE]) {
    offload_shared int s[SIZE];
    int t = (int)offload_thread_id(0);
    s[t] = x[t];
    for (int turn = 0; turn < 4; turn++) {
        offload_barrier();
        if (t % 4 == turn) {
            s[t] = turn * 100;
            y[t] = s[t];
            return;
        }
        offload_barrier();
        y[t] = s[t / 4 * 4 + turn];
    }
}

int main(void) {
    static int x[SIZE], y[SIZE], s[SIZE];
    for (int t = 0; t < SIZE; t++)
        x[t] = t * 7 + 1;
    offload(readers, .blocks = {1}, .block_size = {SIZE})(x, y);
    for (int t = 0; t < SIZE; t++)
        EQUAL(y[t], t % 3 == 0 ? x[t ^ 1] : 1000 + t);
    offload(writers, .blocks = {1}, .block_size = {SIZE})(x, y);
    for (int t = 0; t < SIZE; t++)
        s[t] = x[t] % 3 == 0 ? x[t] + t % 4 : 2 * x[t];
    for (int t = 0; t < SIZE; t++)
        EQUAL(y[t], x[t] % 3 == 0 ? -1 : s[SIZE - 1 - t] + s[t / 3 * 3]);
    offload(turns, .blocks = {1}, .block_size = {SIZE})(x, y);
    for (int t = 0; t < SIZE; t++)
        EQUAL(y[t], t % 4 * 100);
    return finish();
}
