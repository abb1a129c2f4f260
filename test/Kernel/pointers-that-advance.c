// Pointers and indices that each thread moves on, by as much as the others, lead to the same
// elements as indices that are computed anew: forwards and backwards, by several steps in a turn,
// in loops with barriers, and up to the limits of an int. Arrays have a row more than is read, so
// that no pointer leaves them.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <limits.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 101, M = 23, TILE = 8, SIDE = 24 };

struct pair {
    short first, second;
};

offload_kernel void down_the_columns(int n, int m, const int a[(m + 1) * n],
                                     const struct pair p[(m + 1) * n], offload_out long out[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    const int *at = a + i;
    const struct pair *last = p + m * n + i;
    long sum = 0;
    for (int k = 0; k < m; k++) {
        sum += *at * (k + 1) - last->second;
        at += n;
        last -= n;
    }
    out[i] = sum;
}

// Two steps in a turn, and a turn in which one of them is left out.
offload_kernel void by_steps(int n, int m, const int a[m * n], offload_out int out[n]) {
    int i = (int)offload_global_id(0), at = i, sum = 0;
    unsigned always = (unsigned)i;
    if (i >= n)
        return;
    for (int k = 0; k + 1 < m; k += 2) {
        sum += a[at];
        at += n;
        sum -= 2 * a[at];
        at += n;
        sum += a[always];
        if (k % 4 == 0)
            always += (unsigned)n;
    }
    out[i] = sum;
}

// No index leaves the range of an int, though the sum of all steps would.
offload_kernel void far(int n, int from, int step, int turns, offload_out int out[n]) {
    int i = (int)offload_global_id(0), sum = 0;
    if (i >= n)
        return;
    int at = from + i;
    for (int k = 0; k < turns; k++) {
        sum ^= at;
        at += step;
    }
    out[i] = sum;
}

// An unsigned index may wrap, and comes back.
offload_kernel void around(int n, unsigned from, unsigned step, int turns, const int a[n],
                           offload_out int out[n]) {
    unsigned i = (unsigned)offload_global_id(0), at = from + i;
    int sum = 0;
    if (i >= (unsigned)n)
        return;
    for (int k = 0; k < turns; k++) {
        if (at < (unsigned)n)
            sum += a[at];
        at += step;
    }
    out[i] = sum;
}

offload_kernel void product(int n, const int a[n * n + n], const int b[n * n],
                            offload_out int c[n * n]) {
    offload_shared int of_a[TILE][TILE], of_b[TILE][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1), sum = 0;
    const int *from_a = a + row * n + tx;
    int from_b = ty * n + column;
    for (int t = 0; t < n / TILE; t++) {
        of_a[ty][tx] = *from_a;
        of_b[ty][tx] = b[from_b];
        from_a += TILE;
        from_b += TILE * n;
        offload_barrier();
        for (int k = 0; k < TILE; k++)
            sum += of_a[ty][k] * of_b[k][tx];
        offload_barrier();
    }
    c[row * n + column] = sum;
}

static int numbers[(M + 1) * N], results[N], a[SIDE * SIDE + SIDE], b[SIDE * SIDE], c[SIDE * SIDE];
static struct pair pairs[(M + 1) * N];
static long sums[N];

static void check_columns(void) {
    offload(down_the_columns, .threads = {N})(N, M, numbers, pairs, sums);
    for (int i = 0; i < N; i++) {
        long sum = 0;
        for (int k = 0; k < M; k++)
            sum += numbers[k * N + i] * (k + 1) - pairs[(M - k) * N + i].second;
        EQUAL(sums[i], sum);
    }
}

static void check_steps(void) {
    offload(by_steps, .threads = {N})(N, M, numbers, results);
    for (int i = 0; i < N; i++) {
        int sum = 0, always = i;
        for (int k = 0; k + 1 < M; k += 2) {
            sum += numbers[k * N + i] - 2 * numbers[(k + 1) * N + i] + numbers[always];
            always += k % 4 == 0 ? N : 0;
        }
        EQUAL(results[i], sum);
    }
}

static void check_far(int from, int step, int turns) {
    offload(far, .threads = {N})(N, from, step, turns, results);
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < turns; k++)
            sum ^= (int)(from + i + (long)k * step);
        EQUAL(results[i], sum);
    }
}

static void check_around(unsigned from, unsigned step, int turns) {
    offload(around, .threads = {N})(N, from, step, turns, numbers, results);
    for (unsigned i = 0; i < N; i++) {
        int sum = 0;
        for (unsigned k = 0; k < (unsigned)turns; k++)
            sum += from + i + k * step < N ? numbers[from + i + k * step] : 0;
        EQUAL(results[i], sum);
    }
}

static void check_product(void) {
    offload(product, .threads = {SIDE, SIDE}, .block_size = {TILE, TILE})(SIDE, a, b, c);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += a[i * SIDE + k] * b[k * SIDE + j];
            EQUAL(c[i * SIDE + j], sum);
        }
}

int main(void) {
    for (int i = 0; i < (M + 1) * N; i++) {
        numbers[i] = i * 7 % 1000;
        pairs[i].second = (short)(i * 3 % 500);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i] = i % 17;
        b[i] = i % 13 - 5;
    }
    check_columns();
    check_steps();
    check_far(INT_MIN, INT_MAX - N, 2);
    check_far(INT_MAX - N, INT_MIN + N, 2);
    check_far(INT_MIN, 1 << 27, 31);
    check_around(UINT_MAX - 3, 2, 40);
    check_around(N / 2, UINT_MAX - 1, 40);
    check_product();
    return finish();
}
