// A variable holds what it got on the way that the threads have taken through barriers, though on
// other ways it would have got other values.
//
// The CPU keeps a place for each thread's variable. It was written as soon as a value for it was
// known, before it was known which of the values it would be: the last value that was computed won.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 40 };

// All threads go the same way. On one, a later value is computed and not taken. The arrays are
// written, so that their values cannot be read again.
offload_kernel void branches(int first, int second, int a[SIZE], int b[SIZE], int out[SIZE]) {
    unsigned t = offload_thread_id(0);
    int value = a[t];
    a[t] = 0;
    offload_barrier();
    if (first) {
        int other = b[t];
        b[t] = 0;
        offload_barrier();
        if (second) {
            offload_barrier();
            value = other;
        }
        offload_barrier();
    }
    out[t] = value;
}

// A value from before the loop and one from each round take turns.
offload_kernel void turns(int rounds, int a[SIZE], int out[SIZE]) {
    unsigned t = offload_thread_id(0);
    int before = a[t];
    a[t] = 0;
    offload_barrier();
    for (int r = 0; r < rounds; r++) {
        int value;
        if (r % 2) {
            offload_barrier();
            value = before;
        } else {
            offload_barrier();
            value = r * (int)t;
        }
        out[t] += value;
        offload_barrier();
    }
}

static int a[SIZE], b[SIZE], out[SIZE];

static void fill(void) {
    for (int t = 0; t < SIZE; t++) {
        a[t] = 100 + t;
        b[t] = 200 + t;
        out[t] = 0;
    }
}

int main(void) {
    for (int way = 0; way < 4; way++) {
        int first = way & 1, second = way >> 1;
        fill();
        offload(branches, .threads = {SIZE}, .block_size = {SIZE})(first, second, a, b, out);
        for (int t = 0; t < SIZE; t++)
            EQUAL(out[t], (first && second ? 200 : 100) + t);
    }
    fill();
    offload(turns, .threads = {SIZE}, .block_size = {SIZE})(5, a, out);
    for (int t = 0; t < SIZE; t++)
        EQUAL(out[t], (0 + 2 + 4) * t + 2 * (100 + t));
    return finish();
}
