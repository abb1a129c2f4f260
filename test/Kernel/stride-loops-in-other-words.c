// Loops in which threads take turns, with two conditions, and with a count of turns from which the index is computed: each
// thread has its own elements, whatever the grid and the bounds.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 3000 };

// A block's part of an array, which ends before the array does.
offload_kernel void parts(int n, int size, unsigned owner[MOST]) {
    int block = (int)offload_block_id(0);
    for (int i = block * size + (int)offload_thread_id(0); i < (block + 1) * size && i < n;
         i += (int)offload_block_size(0))
        owner[i] += (unsigned)block + 1;
}

// The second bound is the thread's own, and both are without a sign.
offload_kernel void own_bounds(unsigned n, const unsigned ends[MOST], unsigned owner[MOST]) {
    unsigned end = ends[offload_global_id(0)];
    for (unsigned i = (unsigned)offload_global_id(0); i <= n && i <= end; i += (unsigned)offload_global_size(0))
        owner[i] += (unsigned)offload_global_id(0) + 1;
}

// The second condition is not about the index.
offload_kernel void while_alive(int n, int alive, unsigned owner[MOST]) {
    int t = (int)offload_global_id(0);
    for (int i = t; i < n && alive > i / 16; i += (int)offload_global_size(0))
        owner[i] += (unsigned)t + 1;
}

#define TURNS(name, type)                                                                          \
    offload_kernel void name(int n, unsigned owner[MOST], unsigned turn[MOST]) {                   \
        type size = (type)offload_global_size(0), t = (type)offload_global_id(0);                  \
        for (type k = 0; k * size + t < (type)n; k++) {                                            \
            owner[k * size + t] += (unsigned)t + 1;                                                \
            turn[k * size + t] = (unsigned)k + 1;                                                  \
        }                                                                                          \
    }
TURNS(turns_int, int)
TURNS(turns_unsigned, unsigned)
TURNS(turns_long, long)
TURNS(turns_size, size_t)

// The count has fewer bits than the index.
offload_kernel void turns_mixed(int n, unsigned owner[MOST], unsigned turn[MOST]) {
    long size = (long)offload_global_size(0), t = (long)offload_global_id(0);
    for (int k = 0; k * size + t < n; k++) {
        owner[k * size + t] += (unsigned)t + 1;
        turn[k * size + t] = (unsigned)k + 1;
    }
}

// A count that wraps: the threads begin again.
offload_kernel void turns_wrap(int n, unsigned owner[MOST]) {
    long size = (long)offload_global_size(0), t = (long)offload_global_id(0);
    unsigned rounds = 0;
    for (unsigned char k = 0; k * size + t < n && rounds < 600; k++) {
        offload_atomic_add(&owner[k * size + t], 1u);
        rounds++;
    }
}

static unsigned owner[MOST], turn[MOST], expected[MOST], ends[MOST];

static void try_parts(int n, int size, unsigned blocks, unsigned threads) {
    memset(owner, 0, sizeof owner);
    offload(parts, .blocks = {blocks}, .block_size = {threads})(n, size, owner);
    for (int i = 0; i < MOST; i++)
        EQUAL(owner[i], i < n && i < (int)blocks * size ? (unsigned)(i / size) + 1 : 0);
}

static void try_own_bounds(unsigned n, unsigned blocks, unsigned threads) {
    unsigned count = blocks * threads;
    memset(owner, 0, sizeof owner);
    for (unsigned i = 0; i < MOST; i++)
        ends[i] = i * 37 % MOST;
    offload(own_bounds, .blocks = {blocks}, .block_size = {threads})(n, ends, owner);
    for (unsigned i = 0; i < MOST; i++)
        EQUAL(owner[i], i <= n && i <= ends[i % count] ? i % count + 1 : 0);
}

static void try_alive(int n, int alive, unsigned blocks, unsigned threads) {
    memset(owner, 0, sizeof owner);
    offload(while_alive, .blocks = {blocks}, .block_size = {threads})(n, alive, owner);
    for (int i = 0; i < MOST; i++)
        EQUAL(owner[i], i < n && i / 16 < alive ? (unsigned)i % (blocks * threads) + 1 : 0);
}

#define TRY_TURNS(name)                                                                            \
    do {                                                                                           \
        memset(owner, 0, sizeof owner);                                                            \
        memset(turn, 0, sizeof turn);                                                              \
        offload(name, .blocks = {blocks}, .block_size = {threads})(n, owner, turn);                \
        for (unsigned i = 0; i < MOST; i++) {                                                      \
            EQUAL(owner[i], (int)i < n ? i % (blocks * threads) + 1 : 0);                          \
            EQUAL(turn[i], (int)i < n ? i / (blocks * threads) + 1 : 0);                           \
        }                                                                                          \
    } while (0)

static void try_turns(int n, unsigned blocks, unsigned threads) {
    TRY_TURNS(turns_int);
    TRY_TURNS(turns_unsigned);
    TRY_TURNS(turns_long);
    TRY_TURNS(turns_size);
    TRY_TURNS(turns_mixed);
}

static void try_wrap(int n, unsigned blocks, unsigned threads) {
    memset(owner, 0, sizeof owner);
    memset(expected, 0, sizeof expected);
    offload(turns_wrap, .blocks = {blocks}, .block_size = {threads})(n, owner);
    for (unsigned t = 0; t < blocks * threads; t++)
        for (unsigned r = 0, i; r < 600 && (int)(i = r % 256 * blocks * threads + t) < n; r++)
            expected[i]++;
    for (unsigned i = 0; i < MOST; i++)
        EQUAL(owner[i], expected[i]);
}

int main(void) {
    static const int counts[] = {0, 1, 63, 64, 1000, 2999};
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
        try_parts(counts[c], 200, 3, 64);
        try_parts(counts[c], 250, 12, 32);
        try_own_bounds((unsigned)counts[c], 2, 96);
        try_alive(counts[c], 20, 2, 64);
        try_turns(counts[c], 3, 64);
        try_turns(counts[c], 2, 40);
    }
    try_wrap(2999, 1, 8);
    return finish();
}
