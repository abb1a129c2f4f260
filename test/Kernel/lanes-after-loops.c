// Lanes that leave a loop at different times meet after it: also where a lane may return in the loop,
// or end the program, and where lanes leave it by a way of their own. What only one lane has set,
// all may read by a shuffle from it.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <assert.h>
#include <offload.h>
#include <stdlib.h>

#include "Inputs/check.h"

#pragma clang diagnostic ignored "-Wsometimes-uninitialized"

enum { N = 23 }; // not a full warp

static int count(void) {
    return (int)offload_lane_reduce_add(1);
}

offload_kernel void asserted(const int x[N], int y[N]) {
    int i = (int)offload_thread_id(0);
    for (int k = 0; k < x[i]; k++)
        assert(x[k] < 100);
    y[i] = count();
}

offload_kernel void aborted(const int x[N], int y[N]) {
    int i = (int)offload_thread_id(0);
    for (int k = 0; k < x[i]; k++)
        if (x[k] == 100)
            abort();
    y[i] = count();
}

offload_kernel void returned(const int x[N], int y[N]) {
    int i = (int)offload_thread_id(0);
    for (int k = 0; k < x[i]; k++)
        if (k == 3)
            return;
    y[i] = count();
}

offload_kernel void left(const int x[N], int y[N]) {
    int i = (int)offload_thread_id(0);
    for (int k = 0; k < x[i]; k++)
        if (k == 3)
            goto end;
    y[i] = count();
end:
    y[i] += 100 * count();
}

// The lanes that break meet after the loop.
offload_kernel void broke(const int x[N], int y[N]) {
    int i = (int)offload_thread_id(0);
    for (int k = 0; k < 4; k++)
        if (x[i] == k) {
            y[i] = count();
            break;
        }
    y[i] += 100 * count();
}

offload_kernel void fetched(const int x[N], int y[N], int taken[1]) {
    int i = (int)offload_thread_id(0), first;
    long second;
    if (i == 0)
        first = offload_atomic_add(taken, 1);
    if (x[i] == 3 && i < 5)
        second = x[i];
    y[i] = offload_lane_shuffle(first, 0) + (int)offload_lane_shuffle(second, 3);
}

int main(void) {
    int x[N], y[N], of_three = 0, taken = 7;
    for (int i = 0; i < N; i++) {
        x[i] = i % 5;
        of_three += x[i] > 3;
    }
    offload(asserted, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], N);
    offload(aborted, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], N);
    for (int i = 0; i < N; i++)
        y[i] = -1;
    offload(returned, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], (x[i] > 3 ? -1 : N - of_three));
    for (int i = 0; i < N; i++)
        y[i] = 0;
    offload(left, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], 100 * N + (x[i] > 3 ? 0 : N - of_three));
    for (int i = 0; i < N; i++)
        y[i] = 0;
    offload(broke, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], 100 * N + (x[i] > 3 ? 0 : N - of_three));
    offload(fetched, .blocks = {1}, .block_size = {N})(x, y, &taken);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], 10);
    EQUAL(taken, 8);
    return finish();
}
