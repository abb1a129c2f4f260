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

// A loop with two ways out, of which one goes on with a value from the loop, the other with a new
// one, though it may still need the value.
offload_kernel void ways_out(int last_odd, int last_even, int stays, const float a[SIZE],
                             float b[SIZE], float out[SIZE]) {
    unsigned t = offload_thread_id(0);
    float value = a[t], result, other;
    int k;
    for (k = 0;; k++) {
        offload_barrier();
        if (k & 1) {
            value = value * 3 + a[t];
            if (k > last_odd) {
                b[t] = 5;
                goto odd;
            }
        } else {
            value = value + a[t] * 2;
            if (k > last_even)
                goto even;
        }
    }
even:
    other = value * value + 3;
    if (stays) {
        offload_barrier();
        out[t] = value;
        b[t] = other;
        return;
    }
    result = other;
    goto end;
odd:
    result = value;
end:
    offload_barrier();
    out[t] = result;
}

static int a[SIZE], b[SIZE], out[SIZE];

static void fill(void) {
    for (int t = 0; t < SIZE; t++) {
        a[t] = 100 + t;
        b[t] = 200 + t;
        out[t] = 0;
    }
}

static void try_ways_out(int leaves_odd, int stays) {
    static float in[SIZE], left[SIZE], right[SIZE];
    for (int t = 0; t < SIZE; t++)
        in[t] = (float)(t + 1);
    offload(ways_out, .threads = {SIZE}, .block_size = {SIZE})(leaves_odd ? 2 : 100,
                                                               leaves_odd ? 100 : 2, stays, in,
                                                               right, left);
    for (int t = 0; t < SIZE; t++) {
        int odd = 37 * (t + 1), even = 39 * (t + 1), other = even * even + 3;
        EQUAL(left[t], leaves_odd ? odd : stays ? even : other);
        EQUAL(right[t], leaves_odd ? 5 : stays ? other : 0);
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
    for (int way = 0; way < 4; way++)
        try_ways_out(way & 1, way >> 1);
    return finish();
}
