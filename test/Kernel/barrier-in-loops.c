// Barriers in uniform loops of every kind: counted, nested, while, do, endless with break, goto.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 24, BLOCKS = 5, N = SIZE * BLOCKS };

// Each thread gets its neighbour's value, and adds it to its sum. A macro, so that the barriers stand
// in the loops themselves.
#define PASS_ON()                                                                                  \
    do {                                                                                           \
        offload_barrier();                                                                         \
        int value = pass[(me + 1) % SIZE];                                                         \
        offload_barrier();                                                                         \
        pass[me] = value;                                                                          \
        sum += value;                                                                              \
    } while (0)

// After `rounds` rounds, thread i has the sum of values[i] to values[i + rounds].
offload_kernel void counted(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
    for (int r = 0; r < rounds; r++)
        PASS_ON();
    a[offload_global_id(0)] = sum;
}

offload_kernel void nested(int outer, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
    for (int o = 1; o <= outer; o++)
        for (int i = o; i > 0; i--)
            PASS_ON();
    a[offload_global_id(0)] = sum;
}

offload_kernel void while_do(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)], r = rounds;
    pass[me] = sum;
    while (r > rounds / 2) {
        PASS_ON();
        r--;
    }
    if (r > 0)
        do
            PASS_ON();
        while (--r);
    a[offload_global_id(0)] = sum;
}

offload_kernel void breaks(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
    for (int r = 0;; r++) {
        if (r >= 2 * rounds)
            break;
        if (r % 2)
            continue;
        PASS_ON();
    }
    a[offload_global_id(0)] = sum;
}

offload_kernel void jumps(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)], r = 0;
    pass[me] = sum;
    if (rounds == 0)
        goto done;
again:
    PASS_ON();
    if (++r < rounds)
        goto again;
done:
    a[offload_global_id(0)] = sum;
}

// Unrolled by hand: a loop that is entered in its middle.
offload_kernel void device_of_duff(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)], left = (rounds + 2) / 3;
    pass[me] = sum;
    if (rounds)
        switch (rounds % 3) {
        case 0:
            do {
                PASS_ON();
                __attribute__((fallthrough));
            case 2:
                PASS_ON();
                __attribute__((fallthrough));
            case 1:
                PASS_ON();
            } while (--left > 0);
        }
    a[offload_global_id(0)] = sum;
}

// The number of rounds depends on the block, and on what all read from shared memory.
offload_kernel void of_the_block(int n, int a[n]) {
    offload_shared int pass[SIZE], rounds;
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
    if (me == 0)
        rounds = (int)offload_block_id(0);
    offload_barrier();
    int r = rounds;
    for (int i = 0; i < r; i++) {
        PASS_ON();
    }
    a[offload_global_id(0)] = sum;
}

// Loops without barriers, of a different length for each thread, between barriers in a loop.
offload_kernel void inner_without(int rounds, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
    for (int r = 0; r < rounds; r++) {
        offload_barrier();
        int value = 0;
        for (unsigned i = 0; i <= me; i++)
            value += i == me ? pass[(me + 1) % SIZE] : 0;
        offload_barrier();
        unsigned i = me;
        do
            pass[me] = value;
        while (i-- > 3);
        sum += value;
    }
    a[offload_global_id(0)] = sum;
}

static int a[N];

static void fill(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * i;
}

static void expect(int rounds) {
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int r = 0; r <= (rounds < 0 ? i / SIZE : rounds); r++) {
            int from = i / SIZE * SIZE + (i % SIZE + r) % SIZE;
            sum += from * from;
        }
        EQUAL(a[i], sum);
    }
}

int main(void) {
    void (*kernels[])(int rounds, int n, int a[n]) = {counted, while_do,       breaks,
                                                      jumps,   device_of_duff, inner_without};
    for (int k = 0; k < 6; k++)
        for (int rounds = 0; rounds < 8; rounds += 1 + rounds / 3) {
            fill();
            offload(kernels[k], .blocks = {BLOCKS}, .block_size = {SIZE})(rounds, N, a);
            expect(rounds);
            if (mismatches) {
                printf("kernel %d, %d rounds\n", k, rounds);
                return finish();
            }
        }
    for (int outer = 0; outer < 5; outer++) {
        fill();
        offload(nested, .blocks = {BLOCKS}, .block_size = {SIZE})(outer, N, a);
        expect(outer * (outer + 1) / 2);
    }
    fill();
    offload(of_the_block, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    expect(-1);
    return finish();
}
