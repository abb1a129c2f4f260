// Loops in which threads take turns at an array's elements: each thread has its own elements, in
// its own order, whatever the grid and the count; what it keeps from turn to turn is its own.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 5000 };

// Who took an element, and as which of his.
offload_kernel void take(size_t n, size_t first, unsigned owner[n + 1], unsigned turn[n + 1]) {
    unsigned turns = 0;
    for (size_t i = offload_global_id(0) + (unsigned)first; i < n; i += offload_global_size(0)) {
        owner[i] += (unsigned)offload_global_id(0) + 1;
        turn[i] = ++turns;
    }
}

// A signed count; turns are left out, and change what a later one sees.
offload_kernel void keep(int n, long threads, long sums[threads], const int x[MOST]) {
    long sum = 0, before = -1;
    int seen = 0;
    for (long i = (long)offload_global_id(0); i < n; i += (long)offload_global_size(0)) {
        if (x[i] % 3 == 0)
            continue;
        sum += x[i] * (before + 2) + seen;
        before = i;
        if (x[i] & 1)
            seen++;
    }
    if ((long)offload_global_id(0) < threads)
        sums[offload_global_id(0)] = sum + before;
}

// With ints, to a last element, and with an index that is put together by hand.
offload_kernel void take_ints(int last, int more, unsigned owner[MOST + 1]) {
    int index = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    int stride = (int)offload_global_size(0);
    for (int i = index; i <= last; i += stride) {
        if (more && i % 5 == 2)
            continue;
        owner[i] += (unsigned)index + 1;
    }
    for (int i = (int)offload_thread_id(0); i < more; i += (int)offload_block_size(0))
        offload_atomic_add(&owner[MOST], (unsigned)i);
}

// A block's part of an array begins somewhere.
offload_kernel void parts(size_t blocks, const unsigned begin[blocks + 1], unsigned owner[MOST + 1]) {
    unsigned block = offload_block_id(0);
    for (size_t i = begin[block] + offload_thread_id(0); i < begin[block + 1]; i += offload_block_size(0))
        owner[i] += block + 1;
}

// Neighbours go through a row together; another loop is inside.
offload_kernel void rows(size_t height, size_t width, unsigned m[height * width + 1]) {
    size_t row = offload_block_id(0);
    for (size_t i = offload_thread_id(0); i < width; i += offload_block_size(0))
        for (unsigned k = 0; k < row % 4 + 2; k++)
            m[row * width + i] = m[row * width + i] * 3 + k + (unsigned)i;
}

// A break is the thread's own, and so is a barrier's loop.
offload_kernel void leave(size_t n, unsigned hits[n + 1]) {
    offload_shared unsigned rounds;
    if (offload_thread_id(0) == 0)
        rounds = 0;
    offload_barrier();
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0)) {
        hits[i]++;
        if (i % 7 == 3)
            break;
    }
    for (size_t i = 0; i < 100; i += offload_block_size(0)) {
        offload_barrier();
        offload_atomic_add(&rounds, 1);
    }
    offload_barrier();
    if (offload_global_id(0) == 0)
        hits[n] = rounds;
}

// By a constant, which need not be the number of threads: a thread's number in a block of two
// dimensions, and its number in a group of threads that has a row for itself.
enum { GROUP = 32, STEP = 24 };
offload_kernel void by_constants(int n, int width, unsigned visits[MOST + 1],
                                 unsigned sums[MOST + 1]) {
    int t = (int)offload_thread_id(1) * (int)offload_block_size(0) + (int)offload_thread_id(0);
    unsigned last = 0;
    for (int i = t; i < n; i += STEP) {
        offload_atomic_add(&visits[i], (unsigned)t + 1 + last % 2);
        last = (unsigned)i;
    }
    int lane = t % GROUP, group = t / GROUP;
    int rows = width ? MOST / width : 0;
    for (int i = lane; i < width; i += GROUP)
        if (group < rows)
            sums[group * width + i] += (unsigned)(group * 1000 + i);
}

static unsigned owner[MOST + 1], turn[MOST + 1], m[MOST + 1], copy[MOST];
static int x[MOST];
static long sums[MOST];

static void try_take(size_t n, size_t first, size_t blocks, size_t size) {
    size_t threads = blocks * size;
    memset(owner, 0, sizeof owner);
    offload(take, .blocks = {blocks}, .block_size = {size})(n, first, owner, turn);
    for (size_t i = 0; i <= n; i++) {
        EQUAL(owner[i], i < first || i == n ? 0 : (i - first) % threads + 1);
        if (i >= first && i < n)
            EQUAL(turn[i], (i - first) / threads + 1);
    }
}

static void try_take_ints(int n, size_t blocks, size_t size) {
    size_t threads = blocks * size;
    for (int more = 0; more < 50; more += 49) {
        memset(owner, 0, sizeof owner);
        offload(take_ints, .blocks = {blocks}, .block_size = {size})(n - 1, more, owner);
        for (size_t i = 0; i < MOST; i++)
            EQUAL(owner[i], (int)i >= n || (more && i % 5 == 2) ? 0 : i % threads + 1);
        EQUAL(owner[MOST], more ? 48 * 49 / 2 * blocks : 0);
    }
}

static void try_parts(size_t n, size_t blocks, size_t size) {
    unsigned begin[10] = {0};
    for (size_t b = 1; b <= blocks; b++)
        begin[b] = (unsigned)(n * b * b / (blocks * blocks));
    memset(owner, 0, sizeof owner);
    offload(parts, .blocks = {blocks}, .block_size = {size})(blocks, begin, owner);
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = begin[b]; i < begin[b + 1]; i++)
            EQUAL(owner[i], b + 1);
    EQUAL(owner[n], 0);
}

static void try_keep(int n, size_t blocks, size_t size) {
    long threads = (long)(blocks * size);
    offload(keep, .blocks = {blocks}, .block_size = {size})(n, threads, sums, x);
    for (long t = 0; t < threads; t++) {
        long sum = 0, before = -1;
        int seen = 0;
        for (long i = t; i < n; i += threads) {
            if (x[i] % 3 == 0)
                continue;
            sum += x[i] * (before + 2) + seen;
            before = i;
            seen += x[i] & 1;
        }
        EQUAL(sums[t], sum + before);
    }
}

static void try_rows(size_t height, size_t width, size_t size) {
    for (size_t i = 0; i < height * width; i++)
        copy[i] = m[i] = (unsigned)x[i];
    offload(rows, .blocks = {height}, .block_size = {size})(height, width, m);
    for (size_t i = 0; i < height * width; i++) {
        for (unsigned k = 0; k < i / width % 4 + 2; k++)
            copy[i] = copy[i] * 3 + k + (unsigned)(i % width);
        EQUAL(m[i], copy[i]);
    }
}

static void try_leave(size_t n, size_t blocks, size_t size) {
    size_t threads = blocks * size;
    memset(owner, 0, sizeof owner);
    offload(leave, .blocks = {blocks}, .block_size = {size})(n, owner);
    for (size_t t = 0; t < threads; t++) {
        unsigned expected = 1;
        for (size_t i = t; i < n; i += threads) {
            EQUAL(owner[i], expected);
            if (i % 7 == 3)
                expected = 0;
        }
    }
    EQUAL(owner[n], (100 + size - 1) / size * size);
}

static void try_constants(int n, unsigned x, unsigned y) {
    int width = n < 100 ? n : 100;
    static unsigned visits[MOST + 1], expected[MOST + 1];
    memset(owner, 0, sizeof owner);
    memset(visits, 0, sizeof visits);
    memset(expected, 0, sizeof expected);
    offload(by_constants, .blocks = {1}, .block_size = {x, y})(n, width, visits, owner);
    for (int t = 0; t < (int)(x * y); t++)
        for (int i = t, last = 0; i < n; last = i, i += STEP)
            expected[i] += (unsigned)(t + 1 + last % 2);
    for (int i = 0; i <= MOST; i++)
        EQUAL(visits[i], expected[i]);
    for (unsigned i = 0; width && i < MOST / (unsigned)width * (unsigned)width; i++) {
        unsigned row = i / (unsigned)width, column = i % (unsigned)width;
        unsigned there = row * GROUP + column % GROUP < x * y;
        EQUAL(owner[i], there ? row * 1000 + column : 0);
    }
}

int main(void) {
    static const size_t grids[][2] = {{1, 1}, {1, 32}, {2, 33}, {3, 64}, {7, 100}, {9, 256}, {1, 1000}};
    static const int counts[] = {0, 1, 31, 64, 65, 200, 999, 1024, 2047, 3000, MOST};
    for (int i = 0; i < MOST; i++)
        x[i] = i * 7919 % 1000;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t blocks = grids[g][0], size = grids[g][1], n = (size_t)counts[c];
            try_take(n, 0, blocks, size);
            try_take(n, 5, blocks, size);
            try_take_ints(counts[c], blocks, size);
            try_parts(n, blocks, size);
            try_keep(counts[c], blocks, size);
            try_leave(n, blocks, size);
            if (n < MOST / 4)
                try_rows(4, n, size);
        }
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        try_constants(counts[c], 1, 1);
        try_constants(counts[c], 24, 1);
        try_constants(counts[c], 16, 16);
        try_constants(counts[c], 100, 3);
        try_constants(counts[c], 1000, 1);
    }
    return finish();
}
