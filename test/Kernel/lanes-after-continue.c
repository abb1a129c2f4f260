// Lanes end a turn of a loop early, by continue. They wait for the others in the lane function with which the next turn
// begins, with a mask and without. Also in a kernel that calls a function through a pointer.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 32 };

static int plus_one(int x) {
    return x + 1;
}

static int plus_two(int x) {
    return x + 2;
}

static int (*const table[2])(int) = {plus_one, plus_two};

// Thread t takes t % 4 turns. last[t] is the vote of its last one.
#define TURNS(...)                                                                                 \
    unsigned long now, mask = offload_all_lanes, before = 0;                                       \
    for (int i = 0;;) {                                                                            \
        int go = i < t % 4;                                                                        \
        now = offload_lane_ballot(go __VA_ARGS__);                                                 \
        if (!go)                                                                                   \
            break;                                                                                 \
        before = now;                                                                              \
        mask = now;                                                                                \
        i++;                                                                                       \
        if (t & 4)                                                                                 \
            continue;                                                                              \
        x[t] += i;                                                                                 \
    }                                                                                              \
    (void)mask;                                                                                    \
    last[t] = before

offload_kernel void with_mask(int x[SIZE], unsigned long last[SIZE]) {
    int t = (int)offload_thread_id(0);
    TURNS(, mask);
}

offload_kernel void without(int x[SIZE], unsigned long last[SIZE]) {
    int t = (int)offload_thread_id(0);
    TURNS();
}

offload_kernel void after_call(int which, int x[SIZE], unsigned long last[SIZE]) {
    int t = (int)offload_thread_id(0);
    x[t] = table[which & 1](x[t]);
    TURNS(, mask);
}

static void check(const unsigned long last[SIZE]) {
    static const unsigned long expected[4] = {0, 0xeeeeeeee, 0xcccccccc, 0x88888888};
    for (int t = 0; t < SIZE; t++)
        EQUAL(last[t], expected[t % 4]);
}

int main(void) {
    int x[SIZE] = {0};
    unsigned long last[SIZE];
    offload(with_mask, .blocks = {1}, .block_size = {SIZE})(x, last);
    check(last);
    offload(without, .blocks = {1}, .block_size = {SIZE})(x, last);
    check(last);
    offload(after_call, .blocks = {1}, .block_size = {SIZE})(1, x, last);
    check(last);
    return finish();
}
