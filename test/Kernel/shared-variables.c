// Shared variables of every type: scalars, arrays of arrays, structs, unions, aligned ones; in
// functions that several kernels call; passed on by address; each block has its own.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O3
#include <offload.h>
#include <stdint.h>

#include "Inputs/check.h"

enum { SIZE = 30, BLOCKS = 50, N = SIZE * BLOCKS };

struct particle {
    char kind;
    double position[3];
    union {
        int i;
        float f;
    } charge;
};

offload_kernel void types(int n, double sums[n]) {
    offload_shared char letters[SIZE];
    offload_shared struct particle particles[SIZE];
    offload_shared double table[3][SIZE + 1];
    offload_shared int scalar;
    offload_shared _Alignas(64) float wide[SIZE];
    offload_shared union {
        unsigned u;
        float f;
    } either;
    unsigned me = offload_thread_id(0), other = SIZE - 1 - me;
    letters[me] = (char)me;
    particles[me] = (struct particle){'p', {me, me * 2, me * 3}, {.i = (int)me}};
    for (int k = 0; k < 3; k++)
        table[k][me] = k * 100 + (int)me;
    wide[me] = (float)me / 2;
    if (me == 7)
        scalar = (int)offload_block_id(0);
    if (me == 8)
        either.f = 1.0f;
    offload_barrier();
    double sum = letters[other] + particles[other].position[1] + particles[other].charge.i;
    for (int k = 0; k < 3; k++)
        sum += table[k][other];
    sum += wide[other] + scalar * 1000.0;
    if (either.u != 0x3f800000 || (uintptr_t)wide % 64 != 0 || particles[me].kind != 'p')
        sum = -1;
    sums[offload_global_id(0)] = sum;
}

// One variable, whoever calls.
static int *common(void) {
    offload_shared int values[SIZE];
    return values;
}

static int total(const int *values, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static void put(int value) {
    common()[offload_thread_id(0)] = value;
}

offload_kernel void first(int n, int a[n]) {
    put((int)offload_global_id(0));
    offload_barrier();
    a[offload_global_id(0)] = total(common(), SIZE);
}

offload_kernel void second(int n, int a[n]) {
    int *values = common();
    put(1);
    offload_barrier();
    if (offload_thread_id(0) == 0)
        values[SIZE - 1] = 100;
    offload_barrier();
    a[offload_global_id(0)] = total(values, SIZE);
}

// Blocks at work at the same time do not see each other's variables.
offload_kernel void own(int rounds, int n, int good[n]) {
    offload_shared unsigned stamp[SIZE];
    unsigned me = offload_thread_id(0), block = offload_block_id(0);
    int right = 0;
    for (int r = 0; r < rounds; r++) {
        stamp[me] = block * 1000 + (unsigned)r;
        offload_barrier();
        right += stamp[(me + 1) % SIZE] == block * 1000 + (unsigned)r;
        offload_barrier();
    }
    good[offload_global_id(0)] = right;
}

// A choice between two shared arrays, exchanged in a loop.
offload_kernel void exchanged(int rounds, int n, int a[n]) {
    offload_shared int one[SIZE], two[SIZE];
    int *from = one, *to = two;
    unsigned me = offload_thread_id(0);
    from[me] = (int)me;
    for (int r = 0; r < rounds; r++) {
        offload_barrier();
        to[me] = from[(me + 1) % SIZE];
        int *swap = from;
        from = to, to = swap;
    }
    a[offload_global_id(0)] = from[me];
}

static double sums[N];
static int a[N];

int main(void) {
    offload(types, .blocks = {BLOCKS}, .block_size = {SIZE})(N, sums);
    for (int i = 0; i < N; i++)
        CHECK(sums[i] == 7.5 * (SIZE - 1 - i % SIZE) + 300 + i / SIZE * 1000.0, "%d: %g", i,
              sums[i]);
    offload(first, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], SIZE * (i / SIZE * SIZE) + SIZE * (SIZE - 1) / 2);
    offload(second, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], SIZE - 1 + 100);
    offload(own, .blocks = {BLOCKS}, .block_size = {SIZE})(20, N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 20);
    for (int rounds = 0; rounds < 5; rounds++) {
        offload(exchanged, .blocks = {BLOCKS}, .block_size = {SIZE})(rounds, N, a);
        for (int i = 0; i < N; i++)
            EQUAL(a[i], (i + rounds) % SIZE);
    }
    return finish();
}
