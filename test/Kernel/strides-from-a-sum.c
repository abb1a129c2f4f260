// CUDA's way to take turns, where the program knows the size of its blocks: the start is the sum of
// what a block has in common and the thread's number in it, without a sign. Also where that sum is
// too large for 32 bits, and the thread begins at a small index.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 10000, SIZE = 64 };

// Block and thread of each visit.
offload_kernel void visit(unsigned base, unsigned n, unsigned visits[N], unsigned sums[N]) {
    unsigned start = base + offload_block_id(0) * SIZE + offload_thread_id(0);
    unsigned sum = 0;
    for (unsigned i = start; i < n; i += SIZE * offload_block_count(0)) {
        offload_atomic_add(&visits[i], 1000 * offload_block_id(0) + offload_thread_id(0));
        sum += i;
    }
    sums[offload_global_id(0)] = sum;
}

// Two elements a turn.
offload_kernel void pairs(unsigned n, const unsigned x[N], unsigned sums[N]) {
    unsigned t = offload_thread_id(0), sum = 0;
    for (unsigned i = offload_block_id(0) * (2 * SIZE) + t; i < n; i += 2 * SIZE * offload_block_count(0)) {
        sum += x[i];
        if (i + SIZE < n)
            sum += 3 * x[i + SIZE];
    }
    sums[offload_global_id(0)] = sum;
}

// With 64 bits, a block's part begins where an array says.
enum { PARTS = 5 };
offload_kernel void parts(const size_t first[PARTS], size_t n, unsigned visits[N]) {
    for (size_t i = first[offload_block_id(0)] + offload_thread_id(0); i < n; i += offload_block_size(0))
        offload_atomic_add(&visits[i], 1000 * offload_block_id(0) + offload_thread_id(0));
}

static unsigned visits[N], sums[N], x[N];

static void try_visit(unsigned base, unsigned n, unsigned blocks, unsigned size) {
    static unsigned expected[N];
    memset(visits, 0, sizeof visits);
    memset(expected, 0, sizeof expected);
    offload(visit, .blocks = {blocks}, .block_size = {size})(base, n, visits, sums);
    for (unsigned b = 0; b < blocks; b++)
        for (unsigned t = 0; t < size; t++) {
            unsigned sum = 0;
            for (unsigned i = base + b * SIZE + t; i < n; i += SIZE * blocks) {
                expected[i] += 1000 * b + t;
                sum += i;
            }
            EQUAL(sums[b * size + t], sum);
        }
    for (unsigned i = 0; i < N; i++)
        EQUAL(visits[i], expected[i]);
}

static void try_pairs(unsigned n, unsigned blocks) {
    offload(pairs, .blocks = {blocks}, .block_size = {SIZE})(n, x, sums);
    for (unsigned g = 0; g < blocks * SIZE; g++) {
        unsigned sum = 0;
        for (unsigned i = g / SIZE * 2 * SIZE + g % SIZE; i < n; i += 2 * SIZE * blocks)
            sum += x[i] + (i + SIZE < n ? 3 * x[i + SIZE] : 0);
        EQUAL(sums[g], sum);
    }
}

static void try_parts(size_t n, unsigned size) {
    static unsigned expected[N];
    const size_t first[PARTS] = {7, 0, (size_t)0 - 20, (size_t)1 << 63, N - 100};
    memset(visits, 0, sizeof visits);
    memset(expected, 0, sizeof expected);
    offload(parts, .blocks = {PARTS}, .block_size = {size})(first, n, visits);
    for (unsigned b = 0; b < PARTS; b++)
        for (unsigned t = 0; t < size; t++)
            for (size_t i = first[b] + t; i < n; i += size)
                expected[i] += 1000 * b + t;
    for (unsigned i = 0; i < N; i++)
        EQUAL(visits[i], expected[i]);
}

int main(void) {
    const unsigned counts[] = {0, 1, 63, 64, 65, 1000, N - 7, N};
    for (unsigned i = 0; i < N; i++)
        x[i] = i * 2654435761u;
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
        for (unsigned blocks = 1; blocks < 8; blocks += 3) {
            try_visit(0, counts[c], blocks, SIZE);
            try_visit(5, counts[c], blocks, 2 * SIZE - 3);
            try_visit(1u << 31, counts[c], blocks, SIZE);
            try_visit(0u - 20, counts[c], blocks, SIZE);
            try_visit(0u - SIZE * 2, counts[c], blocks, SIZE + 50);
            try_pairs(counts[c], blocks);
            try_parts(counts[c], SIZE * blocks - 5);
        }
    return finish();
}
