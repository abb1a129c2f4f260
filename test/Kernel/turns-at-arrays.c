// Threads take turns at an array: in most turns all have an element, in the last one some. With
// arrays of all lengths around whole numbers of turns, by the grid, the block and the group of
// lanes, with all kinds of counters. Each thread has its elements, in order.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, MOST = 4000, THREADS = BLOCKS * 256 };

// A sum that depends on the order.
static inline unsigned add(unsigned sum, unsigned value) {
    return 3 * sum + value;
}

offload_kernel void by_grid(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum;
}

offload_kernel void by_grid_int(int n, const unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0;
    int threads = (int)(offload_block_size(0) * offload_block_count(0));
    for (int i = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0)); i < n;
         i += threads)
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum;
}

// Two results, one of which a condition decides, and a store.
offload_kernel void copies(size_t n, const unsigned x[n], unsigned y[n], unsigned sums[THREADS]) {
    unsigned sum = 1, most = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0)) {
        y[i] = x[i] + 1;
        if (x[i] > most)
            most = x[i];
        sum = add(sum, x[i]);
    }
    sums[offload_global_id(0)] = sum ^ most;
}

// Each block has a part of its own, which begins anywhere.
offload_kernel void by_block(int n, const int first[BLOCKS + 1], const unsigned x[n],
                             unsigned sums[THREADS]) {
    unsigned sum = 0;
    int block = (int)offload_block_id(0);
    for (int i = first[block] + (int)offload_thread_id(0); i < first[block + 1];
         i += (int)offload_block_size(0))
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum;
}

// A group has a part of its own, and combines its lanes' sums.
offload_kernel void by_group(int n, const unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0, lane = offload_lane_id() % 32;
    int group = (int)(offload_global_id(0) / 32), groups = (int)(offload_global_size(0) / 32);
    int first = n / groups * group, end = group == groups - 1 ? n : first + n / groups;
    for (int i = first + (int)lane; i < end; i += 32)
        sum = add(sum, x[i]);
    sum += offload_lane_shuffle_xor(sum, 1, 32);
    sums[offload_global_id(0)] = sum;
}

// Every third thread begins, and two elements lie between.
offload_kernel void by_some(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0;
    size_t threads = offload_global_size(0);
    for (size_t i = offload_global_id(0) * 3; i < n; i += 3 * threads)
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum;
}

static unsigned x[MOST], y[MOST], sums[THREADS];

static unsigned in_turns(size_t first, size_t end, size_t step) {
    unsigned sum = 0;
    for (size_t i = first; i < end; i += step)
        sum = add(sum, x[i]);
    return sum;
}

static void try(size_t n, size_t size) {
    size_t threads = BLOCKS * size;
    const int first[BLOCKS + 1] = {0, (int)(n / 3), (int)(n / 2), (int)n};
#define GRID .blocks = {BLOCKS}, .block_size = {size}
    offload(by_grid, GRID)(n, x, sums);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], in_turns(t, n, threads));
    offload(by_grid_int, GRID)((int)n, x, sums);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], in_turns(t, n, threads));
    memset(y, 0, sizeof y);
    offload(copies, GRID)(n, x, y, sums);
    for (size_t t = 0; t < threads; t++) {
        unsigned sum = 1, most = 0;
        for (size_t i = t; i < n; i += threads) {
            sum = add(sum, x[i]);
            most = x[i] > most ? x[i] : most;
        }
        EQUAL(sums[t], sum ^ most);
    }
    for (size_t i = 0; i < MOST; i++)
        EQUAL(y[i], i < n ? x[i] + 1 : 0);
    offload(by_block, GRID)((int)n, first, x, sums);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], in_turns((size_t)first[t / size] + t % size, (size_t)first[t / size + 1], size));
    offload(by_some, GRID)(n, x, sums);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], in_turns(3 * t, n, 3 * threads));
    if (size % 32)
        return;
    offload(by_group, GRID)((int)n, x, sums);
    for (size_t t = 0; t < threads; t++) {
        size_t groups = threads / 32, group = t / 32, begin = n / groups * group;
        size_t end = group == groups - 1 ? n : begin + n / groups;
        EQUAL(sums[t], in_turns(begin + t % 32, end, 32) + in_turns(begin + (t % 32 ^ 1), end, 32));
    }
}

int main(void) {
    static const size_t sizes[] = {1, 5, 32, 64, 100, 256};
    for (size_t i = 0; i < MOST; i++)
        x[i] = (unsigned)(i * 2654435761u);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t turns = 0; turns < 4; turns++)
            for (int more = -33; more <= 33; more += 3) {
                long n = (long)(turns * BLOCKS * sizes[s]) + more;
                if (n > 0)
                    try((size_t)n, sizes[s]);
            }
    return finish();
}
