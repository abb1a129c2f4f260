// Barriers in loops with several entries and exits, loops whose length changes as they run, and
// large private arrays; what is uniform is known only at run time.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 27, BLOCKS = 6, N = SIZE * BLOCKS };

// Two entries into one loop, and three ways out.
offload_kernel void entries(int start, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int value = (int)me, left = (int)offload_block_id(0) + start, trace = 0;
    if (start & 1)
        goto middle;
top:
    pass[me] = value;
    offload_barrier();
    value = pass[(me + 1) % SIZE];
    trace = trace * 3 + 1;
    offload_barrier();
    if (left == 3)
        goto out;
middle:
    pass[me] = value + 1;
    offload_barrier();
    value = pass[(me + 2) % SIZE];
    trace = trace * 3 + 2;
    offload_barrier();
    if (--left > 0)
        goto top;
    if (left == 0 && start == 2)
        value += 500;
out:
    a[offload_global_id(0)] = value + 1000 * (trace % 1000);
}

static int expected(int start, int block, int me) {
    int shift = 0, plus = 0, left = block + start, trace = 0, at_middle = start & 1;
    for (;;) {
        if (!at_middle) {
            shift += 1, trace = trace * 3 + 1;
            if (left == 3)
                break;
        }
        at_middle = 0;
        shift += 2, plus += 1, trace = trace * 3 + 2;
        if (--left > 0)
            continue;
        plus += left == 0 && start == 2 ? 500 : 0;
        break;
    }
    return (me + shift) % SIZE + plus + 1000 * (trace % 1000);
}

// The inner loop's length is what shared memory says at each turn of the outer one.
offload_kernel void lengths(int n, int a[n]) {
    offload_shared int length, sum;
    unsigned me = offload_thread_id(0);
    if (me == 0)
        length = (int)offload_block_id(0) + 2, sum = 0;
    offload_barrier();
    int mine = 0;
    while (length > 0) {
        int l = length;
        for (int k = 0; k < l; k++) {
            offload_barrier();
            if (me == (unsigned)k)
                sum += l;
            offload_barrier();
            mine += sum;
        }
        offload_barrier();
        if (me == 5)
            length -= 1;
        offload_barrier();
    }
    a[offload_global_id(0)] = mine;
}

// 2 KiB of private memory in each thread, filled before a barrier and read after it, at indices
// that depend on the others.
offload_kernel void large(int n, int a[n]) {
    offload_shared int where[SIZE];
    unsigned me = offload_thread_id(0);
    int mine[512];
    for (int k = 0; k < 512; k++)
        mine[k] = k * (int)me;
    where[me] = (int)(me * 19 % 512);
    offload_barrier();
    mine[where[(me + 1) % SIZE]] = -1;
    offload_barrier();
    int sum = 0;
    for (int k = 0; k < 512; k++)
        sum += mine[k];
    a[offload_global_id(0)] = sum;
}

// Both sides of a branch that threads take differently have loops of their own between barriers.
offload_kernel void sides(int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int value = 0;
    for (int round = 0; round < 4; round++) {
        if ((me + (unsigned)round) % 3 == 0) {
            for (unsigned k = 0; k < me; k++) {
                if (k == 9)
                    break;
                value += (int)k;
            }
        } else if (me % 2) {
            value ^= round;
        } else
            switch (me % 4) {
            case 0:
                value += 10;
                break;
            default:
                value *= 2;
            }
        pass[me] = value;
        offload_barrier();
        value += pass[(me + 1) % SIZE] & 7;
        offload_barrier();
    }
    a[offload_global_id(0)] = value;
}

static void expect_sides(const int *found) {
    int value[SIZE] = {0}, pass[SIZE];
    for (int round = 0; round < 4; round++) {
        for (int me = 0; me < SIZE; me++) {
            if ((me + round) % 3 == 0)
                for (int k = 0; k < me && k < 9; k++)
                    value[me] += k;
            else if (me % 2)
                value[me] ^= round;
            else if (me % 4 == 0)
                value[me] += 10;
            else
                value[me] *= 2;
            pass[me] = value[me];
        }
        for (int me = 0; me < SIZE; me++)
            value[me] += pass[(me + 1) % SIZE] & 7;
    }
    for (int i = 0; i < N; i++)
        EQUAL(found[i], value[i % SIZE]);
}

static int a[N];

int main(void) {
    for (int start = 0; start < 6; start++) {
        offload(entries, .blocks = {BLOCKS}, .block_size = {SIZE})(start, N, a);
        for (int i = 0; i < N; i++)
            EQUAL(a[i], expected(start, i / SIZE, i % SIZE));
    }
    offload(lengths, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++) {
        int sum = 0, mine = 0;
        for (int l = i / SIZE + 2; l > 0; l--)
            for (int k = 0; k < l; k++)
                mine += sum += l;
        EQUAL(a[i], mine);
    }
    offload(large, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++) {
        int me = i % SIZE, hole = (me + 1) % SIZE * 19 % 512;
        EQUAL(a[i], 511 * 256 * me - hole * me - 1);
    }
    offload(sides, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    expect_sides(a);
    return finish();
}
