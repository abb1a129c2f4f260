// offload_for gives each index to one thread once, whatever the grid and the count.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 -- OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

offload_kernel void count(size_t n, unsigned char hits[n + 1]) {
    offload_for (i, n)
        hits[i]++;
}

// The count is evaluated once; two loops, one with a body in braces; break ends a thread's share.
offload_kernel void twice(unsigned n, unsigned char hits[2 * n + 1]) {
    unsigned calls = 0;
    offload_for (i, (calls++, n)) {
        if (i >= n)
            break;
        hits[i] += (unsigned char)calls;
    }
    offload_for (j, n)
        hits[n + j] += 2;
}

// Rows are shared out, columns are not.
offload_kernel void rows(int h, int w, int m[h][w]) {
    offload_for (y, (size_t)h)
        for (int x = 0; x < w; x++)
            m[y][x] += (int)y * w + x;
}

static unsigned char hits[100001];
static int matrix[65][31];

static void expect_once(size_t n) {
    for (size_t i = 0; i < n; i++)
        CHECK(hits[i] == 1, "index %zu of %zu: %d", i, n, hits[i]);
    EQUAL(hits[n], 0);
    memset(hits, 0, sizeof hits);
}

int main(void) {
    static const size_t counts[] = {0, 1, 63, 64, 65, 255, 256, 257, 1000, 4096, 50000, 100000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t n = counts[i];
        offload(count)(n, hits);
        expect_once(n);
        offload(count, .threads = {n})(n, hits);
        expect_once(n);
        offload(count, .blocks = {1}, .block_size = {1})(n, hits);
        expect_once(n);
        offload(count, .blocks = {3}, .block_size = {7})(n, hits);
        expect_once(n);
        offload(count, .blocks = {1}, .block_size = {1024})(n, hits);
        expect_once(n);
        offload(count, .blocks = {1000}, .block_size = {33})(n, hits);
        expect_once(n);
        count(n, hits);
        expect_once(n);
    }
    offload(twice, .blocks = {5}, .block_size = {100})(1234, hits);
    for (int i = 0; i < 2468; i++)
        EQUAL(hits[i], 1 + (i >= 1234));
    offload(rows, .threads = {10})(65, 31, matrix);
    for (int i = 0; i < 65 * 31; i++)
        EQUAL(matrix[i / 31][i % 31], i);
    return finish();
}
