// C's own atomics and clang's scoped ones, in arrays and in shared memory, on integers of every size.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

#include <string.h>

enum { N = 4000, BLOCK = 64, ADD = 0, SUB, AND, OR, XOR, MAX, SWAP, CELLS = 8 };

// What thread `i` does to cells; the cells of one kind are the same in the end, whatever the order.
#define APPLY(T, cells, i, FETCH)                                                                  \
    do {                                                                                           \
        T old = (cells)[SWAP];                                                                     \
        FETCH(add, &(cells)[ADD], (T)(i));                                                         \
        FETCH(sub, &(cells)[SUB], (T)(i));                                                         \
        FETCH(and, &(cells)[AND], (T)~((T)1 << (i) % 5));                                          \
        FETCH(or, &(cells)[OR], (T)((T)1 << (i) % 7));                                             \
        FETCH(xor, &(cells)[XOR], (T)(i));                                                         \
        FETCH(max, &(cells)[MAX], (T)((i) % 100));                                                 \
        while (!__atomic_compare_exchange_n(&(cells)[SWAP], &old, (T)(old + 1), 0,                 \
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))                   \
            ;                                                                                      \
    } while (0)
#define OF_SYSTEM(name, cell, value) __atomic_fetch_##name(cell, value, __ATOMIC_RELAXED)
#define OF_BLOCK(name, cell, value)                                                                \
    __scoped_atomic_fetch_##name(cell, value, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_WRKGRP)

#define TYPE(T, name)                                                                              \
    offload_kernel void in_array_##name(int n, T cells[CELLS]) {                                   \
        size_t i = offload_global_id(0);                                                           \
        if (i < (size_t)n)                                                                         \
            APPLY(T, cells, i, OF_SYSTEM);                                                         \
    }                                                                                              \
    offload_kernel void in_block_##name(int n, T cells[CELLS]) {                                   \
        offload_shared T shared[CELLS];                                                            \
        size_t i = offload_global_id(0), me = offload_thread_id(0);                                \
        if (me < CELLS)                                                                            \
            shared[me] = cells[me];                                                                \
        offload_barrier();                                                                         \
        if (i < (size_t)n)                                                                         \
            APPLY(T, shared, i, OF_BLOCK);                                                         \
        offload_barrier();                                                                         \
        if (me < CELLS)                                                                            \
            cells[me] = shared[me];                                                                \
    }                                                                                              \
    static void check_##name(void) {                                                               \
        T first[CELLS] = {1, 2, (T)-1, 1, 3, 4, 5, 99}, all[CELLS], part[CELLS], expected[CELLS];  \
        memcpy(all, first, sizeof all);                                                            \
        memcpy(part, first, sizeof part);                                                          \
        offload(in_array_##name, .threads = {N}, .block_size = {BLOCK})(N, all);                   \
        offload(in_block_##name, .blocks = {1}, .block_size = {BLOCK})(BLOCK, part);               \
        memcpy(expected, first, sizeof expected);                                                  \
        for (size_t i = 0; i < N; i++)                                                             \
            APPLY(T, expected, i, OF_SYSTEM);                                                      \
        for (int c = 0; c < CELLS; c++)                                                            \
            EQUAL(all[c], expected[c]);                                                            \
        memcpy(expected, first, sizeof expected);                                                  \
        for (size_t i = 0; i < BLOCK; i++)                                                         \
            APPLY(T, expected, i, OF_SYSTEM);                                                      \
        for (int c = 0; c < CELLS; c++)                                                            \
            EQUAL(part[c], expected[c]);                                                           \
    }
TYPE(signed char, char)
TYPE(unsigned short, short)
TYPE(int, int)
TYPE(unsigned long, long)

offload_kernel void add_float(int n, float sum[1]) {
    if (offload_global_id(0) < (size_t)n)
        __atomic_fetch_add(sum, 2.0f, __ATOMIC_SEQ_CST);
}

int main(void) {
    float sum = 0;
    check_char();
    check_short();
    check_int();
    check_long();
    offload(add_float, .threads = {N})(N, &sum);
    EQUAL(sum, 2 * N);
    return finish();
}
