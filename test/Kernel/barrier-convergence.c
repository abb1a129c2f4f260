// A barrier's uniform condition that comes out of a loop, of a function, of memory all threads read.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 48, BLOCKS = 7, N = SIZE * BLOCKS };

// Until no thread finds work: all read the shared flag between two barriers.
offload_kernel void until_done(int n, int a[n], int rounds[n]) {
    offload_shared int busy;
    size_t i = offload_global_id(0);
    int count = 0;
    for (;;) {
        if (offload_thread_id(0) == 0)
            busy = 0;
        offload_barrier();
        if (a[i] > 1) {
            a[i] = a[i] % 2 ? 3 * a[i] + 1 : a[i] / 2;
            busy = 1;
        }
        offload_barrier();
        int go_on = busy;
        offload_barrier();
        if (!go_on)
            break;
        count++;
    }
    rounds[i] = count;
}

// Odd and even places in turn, until sorted.
offload_kernel void sort(int n, int a[n]) {
    offload_shared int part[SIZE], changed;
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    part[me] = a[offload_global_id(0)];
    do {
        offload_barrier();
        if (me == 0)
            changed = 0;
        offload_barrier();
        for (unsigned odd = 0; odd < 2; odd++) {
            if (me % 2 == odd && me + 1 < size && part[me] > part[me + 1]) {
                int swap = part[me];
                part[me] = part[me + 1];
                part[me + 1] = swap;
                changed = 1;
            }
            offload_barrier();
        }
    } while (changed);
    a[offload_global_id(0)] = part[me];
}

// A table of constants decides.
static const unsigned char steps[] = {3, 1, 4, 1, 5, 9, 2, 6};

offload_kernel void by_table(int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    pass[me] = (int)me;
    for (int k = 0; k < 8; k++)
        if (steps[k] % 2) {
            offload_barrier();
            int value = pass[(me + steps[k]) % SIZE];
            offload_barrier();
            pass[me] = value;
        }
    a[offload_global_id(0)] = pass[me];
}

static int a[N], rounds[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 300 + 1;
    offload(until_done, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a, rounds);
    for (int b = 0; b < BLOCKS; b++) {
        int most = 0;
        for (int i = b * SIZE; i < (b + 1) * SIZE; i++) {
            int steps_of_i = 0;
            for (int x = i * 7 % 300 + 1; x > 1; x = x % 2 ? 3 * x + 1 : x / 2)
                steps_of_i++;
            most = steps_of_i > most ? steps_of_i : most;
        }
        for (int i = b * SIZE; i < (b + 1) * SIZE; i++) {
            EQUAL(a[i], 1);
            EQUAL(rounds[i], most);
        }
    }
    for (int i = 0; i < N; i++)
        a[i] = (i * 29 + 11) % SIZE;
    offload(sort, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], i % SIZE);
    offload(by_table, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], (i % SIZE + 3 + 1 + 1 + 5 + 9) % SIZE);
    return finish();
}
