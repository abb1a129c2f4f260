// Small arrays of a thread keep their elements from one barrier to the next: those that are read
// and written by loops with a constant number of turns, of which only some elements are used, whose
// elements move on, whose index is data, and those that a function gets the address of.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { SIDE = 64, TILE = 32, DEPTH = 8, PART = 8, THREADS = (TILE / PART) * (TILE / PART) };

// A thread computes PART times PART elements of the product, with numbers of several types.
offload_kernel void product(int n, const int a[n * n], const short b[n * n], long c[n * n]) {
    offload_shared int of_a[TILE * DEPTH];
    offload_shared short of_b[DEPTH * TILE];
    int t = (int)offload_thread_id(0), column = t % (TILE / PART), row = t / (TILE / PART);
    long sums[PART][PART] = {{0}};
    int left[PART];
    short right[PART];
    a += offload_block_id(1) * TILE * (unsigned)n;
    b += offload_block_id(0) * TILE;
    c += offload_block_id(1) * TILE * (unsigned)n + offload_block_id(0) * TILE;
    for (int k = 0; k < n; k += DEPTH) {
        for (int i = t; i < TILE * DEPTH; i += THREADS) {
            of_a[i] = a[i / DEPTH * n + i % DEPTH];
            of_b[i] = b[i / TILE * n + i % TILE];
        }
        offload_barrier();
        a += DEPTH;
        b += DEPTH * n;
        for (int d = 0; d < DEPTH; d++) {
            for (int i = 0; i < PART; i++)
                left[i] = of_a[(row * PART + i) * DEPTH + d];
            for (int i = 0; i < PART; i++)
                right[i] = of_b[d * TILE + column * PART + i];
            for (int i = 0; i < PART; i++)
                for (int j = 0; j < PART; j++)
                    sums[i][j] += left[i] * right[j];
        }
        offload_barrier();
    }
    for (int i = 0; i < PART; i++)
        for (int j = 0; j < PART; j++)
            c[(row * PART + i) * n + column * PART + j] = sums[i][j];
}

// The last values move on by one in each turn.
offload_kernel void window(int n, int turns, const int in[turns * n], offload_out int out[n]) {
    offload_shared int neighbours[THREADS];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0), last[4], sum = 0;
    for (int k = 0; k < 4; k++)
        last[k] = i + k;
    for (int turn = 0; turn < turns; turn++) {
        neighbours[t] = in[turn * n + i];
        offload_barrier();
        for (int k = 3; k > 0; k--)
            last[k] = last[k - 1];
        last[0] = neighbours[(t + 1) % THREADS];
        offload_barrier();
        for (int k = 0; k < 4; k++)
            sum += last[k] * (k + 1);
    }
    out[i] = sum;
}

static void add_to(int *element, int value) {
    *element += value;
}

// An index is data; a function changes an element.
offload_kernel void counts(int n, int turns, const unsigned char in[turns * n],
                           offload_out int out[n]) {
    offload_shared int total;
    int i = (int)offload_global_id(0), of[4] = {0}, odd[2] = {0};
    if (offload_thread_id(0) == 0)
        total = 0;
    for (int turn = 0; turn < turns; turn++) {
        offload_barrier();
        of[in[turn * n + i] & 3] += turn + 1;
        add_to(&odd[turn & 1], in[turn * n + i]);
    }
    offload_atomic_add(&total, 1);
    offload_barrier();
    out[i] = of[0] + 10 * of[1] + 100 * of[2] + 1000 * of[3] + odd[0] * 7 - odd[1] + total;
}

enum { N = 4 * THREADS, TURNS = 9 };
static int a[SIDE * SIDE], in[TURNS * N], out[N];
static short b[SIDE * SIDE];
static long c[SIDE * SIDE];
static unsigned char bytes[TURNS * N];

static void check_product(void) {
    offload(product, .blocks = {SIDE / TILE, SIDE / TILE}, .block_size = {THREADS})(SIDE, a, b, c);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            long sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += a[i * SIDE + k] * b[k * SIDE + j];
            EQUAL(c[i * SIDE + j], sum);
        }
}

static int neighbour(int turn, int i) {
    return in[turn * N + i / THREADS * THREADS + (i + 1) % THREADS];
}

static void check_window(void) {
    offload(window, .blocks = {N / THREADS}, .block_size = {THREADS})(N, TURNS, in, out);
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int turn = 0; turn < TURNS; turn++)
            for (int k = 0; k < 4; k++)
                sum += (k + 1) * (turn >= k ? neighbour(turn - k, i) : i + k - turn - 1);
        EQUAL(out[i], sum);
    }
}

static void check_counts(void) {
    static const int weights[4] = {1, 10, 100, 1000};
    offload(counts, .blocks = {N / THREADS}, .block_size = {THREADS})(N, TURNS, bytes, out);
    for (int i = 0; i < N; i++) {
        int sum = THREADS;
        for (int turn = 0; turn < TURNS; turn++) {
            int value = bytes[turn * N + i];
            sum += weights[value & 3] * (turn + 1) + (turn & 1 ? -value : 7 * value);
        }
        EQUAL(out[i], sum);
    }
}

int main(void) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i] = i % 19 - 4;
        b[i] = (short)(i % 23 - 7);
    }
    for (int i = 0; i < TURNS * N; i++) {
        in[i] = i * 5 % 101;
        bytes[i] = (unsigned char)(i * 37 % 251);
    }
    check_product();
    check_window();
    check_counts();
    return finish();
}
