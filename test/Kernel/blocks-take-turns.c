// All blocks of a grid take turns at an array, and then pass what they have to the lanes of their
// group. The CPU does some turns of many blocks, then the next turns of these: with what a thread
// has so far, for grids of which only a part fits, arrays of any length, and blocks in which other
// elements are asked for too.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 40, SIZE = 256, THREADS = BLOCKS * SIZE, TURNS = 19, MOST = TURNS * THREADS };

// Where a block begins is not a multiple of its size, and there are two results.
offload_kernel void two(unsigned n, const unsigned x[n], double sums[THREADS]) {
    unsigned thread = (unsigned)offload_thread_id(0), most = 0;
    double sum = thread;
    for (unsigned i = (unsigned)offload_block_id(0) * SIZE + thread; i < n;
         i += SIZE * (unsigned)offload_block_count(0)) {
        sum += x[i];
        most = x[i] > most ? x[i] : most;
    }
    sum += offload_lane_shuffle_xor(sum, 7, 32);
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(most, 1, 32);
}

// A second element of each turn is one that may not exist.
offload_kernel void pairs(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    offload_shared unsigned left[SIZE];
    unsigned thread = (unsigned)offload_thread_id(0), sum = 0;
    for (size_t i = offload_block_id(0) * SIZE * 2 + thread; i < n;
         i += SIZE * 2 * offload_block_count(0)) {
        sum = 3 * sum + x[i];
        if (i + SIZE < n)
            sum = 3 * sum + x[i + SIZE];
    }
    left[thread] = sum + offload_lane_shuffle_xor(sum, 2, 32);
    offload_barrier();
    sums[offload_global_id(0)] = left[SIZE - 1 - thread];
}

// Some blocks and threads do not come to the loop.
offload_kernel void some(int n, const unsigned x[n], unsigned sums[THREADS]) {
    int block = (int)offload_block_id(0), thread = (int)offload_thread_id(0);
    unsigned sum = 5;
    if (block % 3 != 1 && thread % 7 != 2)
        for (int i = block * SIZE + thread; i < n; i += SIZE * (int)offload_block_count(0))
            sum = 3 * sum + x[i];
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(sum, 16, 32);
}

// Blocks and grids of two dimensions.
offload_kernel void square(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    size_t thread = offload_thread_id(1) * 32 + offload_thread_id(0),
           block = offload_block_id(1) * offload_block_count(0) + offload_block_id(0);
    unsigned sum = 0;
    for (size_t i = offload_block_id(0) * 32 + offload_thread_id(0); i < n;
         i += 32 * offload_block_count(0))
        sum = 3 * sum + x[i] + (unsigned)offload_thread_id(1);
    sums[block * SIZE + thread] = sum + offload_lane_shuffle_xor(sum, 3, 32);
}

static unsigned x[MOST], sums[THREADS];
static double numbers[THREADS];

static unsigned sum_of(unsigned sum, size_t first, size_t step, size_t n) {
    for (size_t i = first; i < n; i += step)
        sum = 3 * sum + x[i];
    return sum;
}

static unsigned pairs_of(size_t thread, size_t n) {
    unsigned sum = 0;
    for (size_t i = thread / SIZE * SIZE * 2 + thread % SIZE; i < n; i += 2 * THREADS) {
        sum = 3 * sum + x[i];
        if (i + SIZE < n)
            sum = 3 * sum + x[i + SIZE];
    }
    return sum;
}

static void sum_and_most(size_t thread, size_t n, double *sum, unsigned *most) {
    *sum = (double)(thread % SIZE);
    *most = 0;
    for (size_t i = thread; i < n; i += THREADS) {
        *sum += x[i];
        *most = x[i] > *most ? x[i] : *most;
    }
}

static void try_rows(size_t n) {
    offload(two, .blocks = {BLOCKS}, .block_size = {SIZE})((unsigned)n, x, numbers);
    for (size_t t = 0; t < THREADS; t++) {
        double sum, other;
        unsigned most, other_most;
        sum_and_most(t, n, &sum, &most);
        sum_and_most(t ^ 7, n, &other, &most);
        sum_and_most(t ^ 1, n, &(double){0}, &other_most);
        CHECK(numbers[t] == sum + other + other_most, "thread %zu: %f", t, numbers[t]);
    }
    offload(pairs, .blocks = {BLOCKS}, .block_size = {SIZE})(n, x, sums);
    for (size_t t = 0; t < THREADS; t++) {
        size_t other = t / SIZE * SIZE + SIZE - 1 - t % SIZE;
        EQUAL(sums[t], pairs_of(other, n) + pairs_of(other ^ 2, n));
    }
    offload(some, .blocks = {BLOCKS}, .block_size = {SIZE})((int)n, x, sums);
    for (size_t t = 0; t < THREADS; t++) {
        unsigned sum = 0;
        for (size_t each = t;; each ^= 16) {
            int comes = each / SIZE % 3 != 1 && each % SIZE % 7 != 2;
            sum += comes ? sum_of(5, each, THREADS, n) : 5;
            if (each != t)
                break;
        }
        EQUAL(sums[t], sum);
    }
}

static void try_squares(size_t n, size_t columns) {
    offload(square, .blocks = {columns, BLOCKS / columns}, .block_size = {32, SIZE / 32})(n, x, sums);
    for (size_t t = 0; t < THREADS; t++) {
        size_t column = t / SIZE % columns, row = t % SIZE / 32;
        unsigned sum = 0;
        for (size_t lane = t % 32, k = 0; k < 2; k++, lane ^= 3) {
            unsigned own = 0;
            for (size_t i = column * 32 + lane; i < n; i += 32 * columns)
                own = 3 * own + x[i] + (unsigned)row;
            sum += own;
        }
        EQUAL(sums[t], sum);
    }
}

int main(void) {
    for (size_t i = 0; i < MOST; i++)
        x[i] = (unsigned)(i * 2654435761u) >> 8;
    static const size_t lengths[] = {1, SIZE + 1, THREADS - 5, MOST / 2 - 300, MOST};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        try_rows(lengths[i]);
    try_squares(5000, BLOCKS);
    try_squares(3001, 4);
    return finish();
}
