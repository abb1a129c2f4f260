// Barriers under uniform conditions: if and else, switch, ?: and &&, nested and in loops.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 40, BLOCKS = 6, N = SIZE * BLOCKS };

// This thread's neighbour's value.
static int neighbour(int *pass, int value) {
    unsigned me = offload_thread_id(0);
    pass[me] = value;
    offload_barrier();
    value = pass[(me + 1) % offload_block_size(0)];
    offload_barrier();
    return value;
}

// By an argument, by the block, with barriers on one side or both.
offload_kernel void sides(int way, int n, int a[n]) {
    offload_shared int pass[SIZE];
    size_t i = offload_global_id(0);
    int value = (int)i;
    if (way & 1)
        value = neighbour(pass, value);
    if (offload_block_id(0) % 2)
        value = neighbour(pass, value);
    else if (way & 2)
        value += 1000;
    else {
        value = neighbour(pass, value);
        value = neighbour(pass, value);
    }
    if (i % 3 == 0) // not uniform, without a barrier
        value += 5000;
    if ((way & 4) && offload_block_id(0) > 2 && neighbour(pass, value) != -1)
        value = neighbour(pass, value);
    a[i] = way & 8 ? neighbour(pass, value) : value;
}

static int expected(int way, int i) {
    // Which thread's value comes here, and what was added on its way: followed backwards.
    int block = i / SIZE, value[SIZE];
    for (int t = 0; t < SIZE; t++)
        value[t] = block * SIZE + t;
#define PASS_ON()                                                                                  \
    do {                                                                                           \
        int first = value[0];                                                                      \
        for (int t = 0; t + 1 < SIZE; t++)                                                         \
            value[t] = value[t + 1];                                                               \
        value[SIZE - 1] = first;                                                                   \
    } while (0)
    if (way & 1)
        PASS_ON();
    if (block % 2)
        PASS_ON();
    else if (way & 2)
        for (int t = 0; t < SIZE; t++)
            value[t] += 1000;
    else {
        PASS_ON();
        PASS_ON();
    }
    for (int t = 0; t < SIZE; t++)
        if ((block * SIZE + t) % 3 == 0)
            value[t] += 5000;
    if ((way & 4) && block > 2)
        PASS_ON();
    if (way & 8)
        PASS_ON();
    return value[i % SIZE];
}

// A switch over the block, with barriers, falling through, in a loop that leaves early.
offload_kernel void cases(int n, int a[n]) {
    offload_shared int pass[SIZE];
    size_t i = offload_global_id(0);
    int value = (int)i % SIZE;
    for (unsigned round = 0; round < 3; round++) {
        switch ((offload_block_id(0) + round) % 5) {
        case 0:
            value = neighbour(pass, value);
            __attribute__((fallthrough));
        case 1:
            value = neighbour(pass, value);
            break;
        case 2:
            value = neighbour(pass, value) + 100;
            continue;
        case 3:
            if (round == 2)
                goto out;
            break;
        default:
            break;
        }
        value += 10000;
    }
out:
    a[i] = neighbour(pass, value);
}

static int a[N];

int main(void) {
    for (int way = 0; way < 16; way++) {
        offload(sides, .blocks = {BLOCKS}, .block_size = {SIZE})(way, N, a);
        for (int i = 0; i < N; i++)
            EQUAL(a[i], expected(way, i));
    }
    offload(cases, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++) {
        int steps = 1, plus = 0;
        for (int round = 0, left = 0; round < 3 && !left; round++) {
            int which = (i / SIZE + round) % 5;
            steps += which == 0 ? 2 : which == 1 || which == 2;
            left = which == 3 && round == 2;
            plus += which == 2 ? 100 : left ? 0 : 10000;
        }
        EQUAL(a[i], (i % SIZE + steps) % SIZE + plus);
    }
    return finish();
}
