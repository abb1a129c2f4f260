// Barriers in the conditions and steps of loops, in arguments, in ?:, && and ||, and after
// parameters were changed.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 36, BLOCKS = 4, N = SIZE * BLOCKS };

// The same in all threads: how many of the block's values are positive.
static int positives(int value) {
    return offload_block_reduce_add(value > 0 ? 1 : 0);
}

static int step(int *value) {
    --*value;
    offload_barrier();
    return 1;
}

// Rounds until no value of the block is positive.
offload_kernel void conditions(int n, int a[n], int rounds[n]) {
    size_t i = offload_global_id(0);
    int value = a[i], count = 0;
    for (; positives(value); count += step(&value))
        ;
    while (count < 4 || (count < 20 && positives(value + 12) > 0)) {
        value -= 1;
        count++;
    }
    a[i] = value;
    rounds[i] = count;
}

static int choose(int which, int value) {
    return which ? offload_block_reduce_max(value) : offload_block_reduce_min(value);
}

offload_kernel void arguments(int way, int n, int a[n]) {
    size_t i = offload_global_id(0);
    int value = a[i];
    value = choose(choose(way, value) % 2, value + choose(!way, value));
    if (way && positives(value) == SIZE && (offload_block_id(0) != 1 || choose(0, value) > 5))
        value += 1000;
    a[i] = value + (way ? positives(1) : 0);
}

// Parameters are variables.
offload_kernel void parameters(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    a += offload_block_id(0) * SIZE;
    while (rounds--) {
        pass[me] = *(a + me) + n;
        offload_barrier();
        n += rounds;
        a[me] = pass[(me + 1) % SIZE];
        offload_barrier();
    }
}

static int a[N], rounds[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * 5 % 23 - 3 * (i / SIZE);
    static int before[N];
    for (int i = 0; i < N; i++)
        before[i] = a[i];
    for (int way = 0; way < 2; way++) {
        offload(arguments, .blocks = {BLOCKS}, .block_size = {SIZE})(way, N, a);
        for (int i = 0; i < N; i++) {
            int b = i / SIZE, low = before[b * SIZE], high = low;
            for (int k = b * SIZE; k < (b + 1) * SIZE; k++) {
                low = before[k] < low ? before[k] : low;
                high = before[k] > high ? before[k] : high;
            }
            int add = way ? low : high, which = (way ? high : low) % 2 != 0;
            int value = (which ? high : low) + add;
            if (way && value > 0 && (b != 1 || value > 5))
                value += 1000;
            EQUAL(a[i], value + (way ? SIZE : 0));
            a[i] = before[i];
        }
    }
    for (int i = 0; i < N; i++)
        a[i] = i % SIZE % 7 - 2 + i / SIZE;
    offload(conditions, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a, rounds);
    for (int b = 0; b < BLOCKS; b++) {
        int expected = 4 + b + 12; // until the greatest is -12
        for (int i = b * SIZE; i < (b + 1) * SIZE; i++) {
            EQUAL(rounds[i], expected);
            EQUAL(a[i], i % SIZE % 7 - 2 + b - expected);
        }
    }
    for (int i = 0; i < N; i++)
        a[i] = i;
    offload(parameters, .blocks = {BLOCKS}, .block_size = {SIZE})(3, N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], i / SIZE * SIZE + (i + 3) % SIZE + N + (N + 2) + (N + 3));
    return finish();
}
