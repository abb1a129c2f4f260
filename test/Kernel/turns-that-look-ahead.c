// Loops in which threads take turns at an array, and whose condition is of an element further on.
//
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCKS = 4, BLOCK = 64, MOST = 2500 };

offload_kernel void pairs(size_t n, const int x[n], int sums[BLOCKS]) {
    unsigned thread = (unsigned)offload_thread_id(0);
    int sum = 0;
    for (size_t i = offload_block_id(0) * (2 * BLOCK) + thread; i + BLOCK < n;
         i += 2 * offload_global_size(0))
        sum += x[i] * 3 + x[i + BLOCK];
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        offload_atomic_add(&sums[offload_block_id(0)], sum);
}

offload_kernel void neighbours(int n, const int x[n], int y[n]) {
    for (int i = (int)offload_global_id(0); i + 1 < n; i += (int)offload_global_size(0))
        y[i] = x[i + 1] - x[i];
}

offload_kernel void later(unsigned n, const int x[n], int y[n]) {
    for (unsigned i = (unsigned)offload_global_id(0); i + 7 < n; i += (unsigned)offload_global_size(0))
        y[i] = x[i + 7] * 2 + (int)i;
}

offload_kernel void earlier(int n, const int x[n], int y[n]) {
    for (int i = (int)offload_global_id(0) + 3; i - 3 < n; i += (int)offload_global_size(0))
        y[i - 3] = x[i - 3] + i;
}

// Each block has a part of the array for itself.
offload_kernel void by_block(size_t n, const int x[n], int y[n]) {
    size_t first = offload_block_id(0) * (n / BLOCKS), end = first + n / BLOCKS;
    for (size_t i = first + offload_thread_id(0); i + 2 < end; i += offload_block_size(0))
        y[i] = x[i] + x[i + 1] + x[i + 2];
}

static int expected_pairs(size_t n, const int *x) {
    int sum = 0;
    for (size_t t = 0; t < BLOCKS * BLOCK; t++)
        for (size_t i = t / BLOCK * (2 * BLOCK) + t % BLOCK; i + BLOCK < n; i += 2 * BLOCKS * BLOCK)
            sum += x[i] * 3 + x[i + BLOCK];
    return sum;
}

int main(void) {
    static int x[MOST], y[MOST];
    const int sizes[] = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 128, 255, 256, 257, 263, 264, 511, 512, 513, 1500, MOST};
    for (int i = 0; i < MOST; i++)
        x[i] = i * 37 % 1001;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], sums[BLOCKS] = {0};
        offload(pairs, .blocks = {BLOCKS}, .block_size = {BLOCK})((size_t)n, x, sums);
        EQUAL(sums[0] + sums[1] + sums[2] + sums[3], expected_pairs((size_t)n, x));
        for (int i = 0; i < MOST; i++)
            y[i] = -1;
        offload(neighbours, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, x, y);
        for (int i = 0; i < n; i++)
            EQUAL(y[i], i + 1 < n ? x[i + 1] - x[i] : -1);
        for (int i = 0; i < MOST; i++)
            y[i] = -1;
        offload(later, .blocks = {BLOCKS}, .block_size = {BLOCK})((unsigned)n, x, y);
        for (int i = 0; i < n; i++)
            EQUAL(y[i], i + 7 < n ? x[i + 7] * 2 + i : -1);
        offload(earlier, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, x, y);
        for (int i = 0; i < n; i++)
            EQUAL(y[i], x[i] + i + 3);
        for (int i = 0; i < MOST; i++)
            y[i] = -1;
        offload(by_block, .blocks = {BLOCKS}, .block_size = {BLOCK})((size_t)n, x, y);
        int part = n / BLOCKS;
        for (int i = 0; i < part * BLOCKS; i++)
            EQUAL(y[i], i % part + 2 < part ? x[i] + x[i + 1] + x[i + 2] : -1);
    }
    return finish();
}
