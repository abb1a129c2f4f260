// What a branch does that ends in `break` is after the loop: lanes that leave in different turns are together in a lane
// function without a mask. With a mask, those of one turn are. The loop's variables end with its body, which clang's
// optimised code writes down where the body ends.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2
// RUN: %offloadcc -O1 %s -o %t
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %t
#include <offload_query.h>

#include "Inputs/check.h"

enum { SIZE = 64 };

// Each turn takes out the lanes that have the first one's key.
#define LEAVE(key, ...)                                                                            \
    for (;;) {                                                                                     \
        unsigned long here = offload_lanes_active();                                               \
        unsigned lane = (unsigned)__builtin_ctzl(here);                                            \
        int first = offload_lane_shuffle(key, lane, offload_lane_count(), here);                   \
        unsigned long same = offload_lane_ballot(key == first, here);                              \
        (void)same;                                                                                \
        if (key == first) {                                                                        \
            n = offload_lane_reduce_add(1 __VA_ARGS__);                                            \
            break;                                                                                 \
        }                                                                                          \
    }

offload_kernel void without(const int key[SIZE], int out[SIZE]) {
    size_t i = offload_global_id(0);
    int n;
    LEAVE(key[i]);
    out[i] = n;
}

offload_kernel void with(const int key[SIZE], int out[SIZE]) {
    size_t i = offload_global_id(0);
    int n;
    LEAVE(key[i], , same);
    out[i] = n;
}

// Also in a function that calls itself, which is not inlined.
static int leave(const int *key, int depth) {
    int n = 0;
    if (depth > 0)
        return leave(key, depth - 1) + 100;
    LEAVE(*key);
    return n;
}

offload_kernel void recursive(int depth, const int key[SIZE], int out[SIZE]) {
    size_t i = offload_global_id(0);
    out[i] = leave(&key[i], depth);
}

// A barrier parts the loops.
offload_kernel void twice(const int key[SIZE], int out[SIZE]) {
    size_t i = offload_global_id(0);
    int n;
    LEAVE(key[i]);
    out[i] = n;
    offload_barrier();
    int other = out[SIZE - 1 - i] + key[i] % 3;
    LEAVE(other);
    offload_barrier();
    out[i] = n;
}

int main(void) {
    int key[SIZE], out[SIZE], lanes = (int)offload_query_lanes(-1);
    for (int i = 0; i < SIZE; i++)
        key[i] = i % 5 * 7;
    offload(without, .blocks = {1}, .block_size = {SIZE})(key, out);
    for (int i = 0; i < SIZE; i++)
        EQUAL(out[i], lanes);
    offload(recursive, .blocks = {1}, .block_size = {SIZE})(2, key, out);
    for (int i = 0; i < SIZE; i++)
        EQUAL(out[i], lanes + 200);
    offload(twice, .blocks = {1}, .block_size = {SIZE})(key, out);
    for (int i = 0; i < SIZE; i++)
        EQUAL(out[i], lanes);
    offload(with, .blocks = {1}, .block_size = {SIZE})(key, out);
    for (int i = 0; i < SIZE; i++) {
        int same = 0;
        for (int j = i / lanes * lanes; j < (i / lanes + 1) * lanes; j++)
            same += key[j] == key[i];
        EQUAL(out[i], same);
    }
    return finish();
}
