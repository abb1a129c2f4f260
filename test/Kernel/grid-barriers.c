// What threads wrote before a barrier of the grid, the threads of all blocks see after it.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O2 -foffload-check
// RUN: %run_kernel -O3
#include <math.h>
#include <offload.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 7, SIZE = 64, N = 3001, ROUNDS = 9 };

// Every element depends on one that another block has written in the round before. Without .blocks,
// a thread has many elements or none.
offload_kernel void stencil(int n, int rounds, float a[n], float b[n]) {
    for (int round = 0; round < rounds; round++) {
        offload_for(i, n)
            b[i] = 0.5f * a[i] + 0.25f * a[(i + (size_t)n / 2) % (size_t)n];
        offload_grid_barrier();
        offload_for(i, n)
            a[i] = b[(size_t)n - 1 - i];
        offload_grid_barrier();
    }
}

static void check_stencil(bool fills) {
    static float a[N], b[N], x[N], y[N];
    for (int i = 0; i < N; i++)
        a[i] = x[i] = (float)(i * i % 97);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            y[i] = 0.5f * x[i] + 0.25f * x[(i + N / 2) % N];
        for (int i = 0; i < N; i++)
            x[i] = y[N - 1 - i];
    }
    if (fills)
        offload(stencil, .cooperative = true)(N, ROUNDS, a, b);
    else
        offload(stencil, .blocks = {BLOCKS}, .block_size = {SIZE}, .cooperative = true)
        (N, ROUNDS, a, b);
    for (int i = 0; i < N; i++)
        CHECK(fabsf(a[i] - x[i]) <= 1e-3f * x[i], "a[%d] is %g, not %g", i, (double)a[i],
              (double)x[i]);
}

// The sum of one value of each thread of the grid, in every thread. Blocks are summed in shared
// memory.
static double grid_sum(double value, double partial[BLOCKS]) {
    double sum = offload_block_reduce_add(value), total = 0;
    if (offload_thread_id(0) == 0)
        partial[offload_block_id(0)] = sum;
    offload_grid_barrier();
    for (unsigned block = 0; block < offload_block_count(0); block++)
        total += partial[block];
    offload_grid_barrier(); // before partial is written again
    return total;
}

// Solves A x = b by conjugate gradients, where A has 2.5 in its diagonal and -1 beside it. The
// loop ends when the residual is small, which all threads find out alike.
offload_kernel void solve(int n, const double b[n], double x[n], double r[n], double p[n],
                          double partial[BLOCKS], int rounds[1]) {
    size_t first = offload_global_id(0), step = offload_global_size(0);
    double part = 0;
    for (size_t i = first; i < (size_t)n; i += step) {
        x[i] = 0;
        p[i] = r[i] = b[i];
        part += b[i] * b[i];
    }
    double square = grid_sum(part, partial);
    int round = 0;
    while (square > 1e-20) {
        double product = 0;
        part = 0;
        for (size_t i = first; i < (size_t)n; i += step) {
            double left = i ? p[i - 1] : 0, right = i + 1 < (size_t)n ? p[i + 1] : 0;
            product += p[i] * (2.5 * p[i] - left - right);
        }
        double alpha = square / grid_sum(product, partial);
        for (size_t i = first; i < (size_t)n; i += step) {
            double left = i ? p[i - 1] : 0, right = i + 1 < (size_t)n ? p[i + 1] : 0;
            x[i] += alpha * p[i];
            r[i] -= alpha * (2.5 * p[i] - left - right);
            part += r[i] * r[i];
        }
        double before = square;
        square = grid_sum(part, partial);
        for (size_t i = first; i < (size_t)n; i += step)
            p[i] = r[i] + square / before * p[i];
        offload_grid_barrier();
        round++;
    }
    if (first == 0)
        rounds[0] = round;
}

static void check_solve(void) {
    static double b[N], x[N], r[N], p[N], partial[BLOCKS];
    int rounds[1] = {0};
    for (int i = 0; i < N; i++)
        b[i] = 1 + i % 5;
    offload(solve, .blocks = {BLOCKS}, .block_size = {SIZE}, .cooperative = true)
    (N, b, x, r, p, partial, rounds);
    CHECK(rounds[0] > 5 && rounds[0] < 100, "%d rounds", rounds[0]);
    for (int i = 0; i < N; i++) {
        double product = 2.5 * x[i] - (i ? x[i - 1] : 0) - (i + 1 < N ? x[i + 1] : 0);
        CHECK(fabs(product - b[i]) < 1e-9, "row %d: %g, not %g", i, product, b[i]);
    }
}

// In all dimensions, with values that live across barriers and dynamic shared memory of each block.
offload_kernel void corners(int rounds, long sums[4][27]) {
    long *shared = offload_dynamic_shared();
    unsigned x = offload_thread_id(0), y = offload_thread_id(1), z = offload_thread_id(2);
    unsigned me = x + 4 * (y + 3 * z);
    unsigned block = offload_block_id(0) + 3 * (offload_block_id(1) + 3 * offload_block_id(2));
    long mine = 1 + me;
    shared[me] = mine;
    offload_barrier();
    for (int round = 0; round < rounds; round++) {
        long *row = sums[round % 2], *old = sums[(round + 1) % 2];
        if (me == 0) {
            row[block] = round ? old[(block + 5) % 27] : 0;
            for (int i = 0; i < 24; i++)
                row[block] += shared[i];
        }
        offload_grid_barrier();
        mine += row[(block + 1) % 27] % 1000;
        shared[me] = mine % 1000;
        offload_grid_barrier();
    }
}

static void check_corners(void) {
    static long sums[4][27], expected[2][27], shared[27][24], mine[27][24];
    for (int b = 0; b < 27; b++)
        for (int t = 0; t < 24; t++)
            mine[b][t] = shared[b][t] = 1 + t;
    for (int round = 0; round < ROUNDS; round++) {
        long *row = expected[round % 2], *old = expected[(round + 1) % 2];
        for (int b = 0; b < 27; b++) {
            row[b] = round ? old[(b + 5) % 27] : 0;
            for (int t = 0; t < 24; t++)
                row[b] += shared[b][t];
        }
        for (int b = 0; b < 27; b++)
            for (int t = 0; t < 24; t++) {
                mine[b][t] += row[(b + 1) % 27] % 1000;
                shared[b][t] = mine[b][t] % 1000;
            }
    }
    offload(corners, .blocks = {3, 3, 3}, .block_size = {4, 3, 2}, .shared_bytes = 24 * 8,
            .cooperative = true)(ROUNDS, sums);
    for (int b = 0; b < 27; b++) {
        EQUAL(sums[0][b], expected[0][b]);
        EQUAL(sums[1][b], expected[1][b]);
    }
}

// In functions that are called through a pointer.
static void add(unsigned at, int *to, int value) {
    if (offload_thread_id(0) == 0)
        to[at] += value;
    offload_grid_barrier();
}
static void subtract(unsigned at, int *to, int value) {
    offload_grid_barrier();
    if (offload_thread_id(0) == 0)
        to[at] -= value;
    offload_grid_barrier();
}
typedef void change(unsigned at, int *to, int value);

offload_kernel void in_functions(int n, int a[n]) {
    unsigned block = offload_block_id(0), count = offload_block_count(0);
    change *const all[] = {add, subtract};
    for (unsigned i = 0; i < count; i++)
        all[i % 2]((block + i) % count, a, (int)(block + 1));
    a[count + block] = a[(block + 1) % count];
}

static void check_in_functions(void) {
    int a[2 * BLOCKS] = {0}, b[BLOCKS] = {0};
    for (int i = 0; i < BLOCKS; i++)
        for (int block = 0; block < BLOCKS; block++)
            b[(block + i) % BLOCKS] += i % 2 ? -(block + 1) : block + 1;
    offload(in_functions, .blocks = {BLOCKS}, .block_size = {48}, .cooperative = true)(2 * BLOCKS, a);
    for (int i = 0; i < BLOCKS; i++) {
        EQUAL(a[i], b[i]);
        EQUAL(a[BLOCKS + i], b[(i + 1) % BLOCKS]);
    }
}

// A cooperative launch need not have a barrier; and one block is a grid, too.
offload_kernel void plain(int n, int a[n]) {
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        a[i] = (int)i;
}

int main(void) {
    int few[1000];
    check_stencil(false);
    check_stencil(true);
    check_stencil(false); // the barriers' state is left as it was found
    check_solve();
    check_corners();
    check_in_functions();
    memset(few, 0, sizeof few);
    offload(plain, .threads = {1000}, .cooperative = true)(1000, few);
    for (int i = 0; i < 1000; i++)
        EQUAL(few[i], i);
    int one[2] = {0};
    offload(in_functions, .blocks = {1}, .block_size = {48}, .cooperative = true)(2, one);
    EQUAL(one[0], 1);
    EQUAL(one[1], 1);
    return finish();
}
