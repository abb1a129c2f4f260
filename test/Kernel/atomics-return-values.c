// What atomics return is the value from before: tickets are unique, exchanged values are not lost,
// compare-exchange loops lose nothing; every explicit order.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 -- OMP_NUM_THREADS=8 OMP_SCHEDULE=dynamic,1
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <stdatomic.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 6000 };

struct counters {
    unsigned ticket;
    long down;
    int held;
    double sum;
    float product_sum;
    unsigned long many;
};

// Each thread draws a ticket going up and one going down, and hands on what it holds.
offload_kernel void draw(int n, struct counters c[1], char up[n], char down[n], char held[n + 1]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    up[offload_atomic_add(&c->ticket, 1)]++;
    down[offload_atomic_sub(&c->down, 1)]++;
    int before = offload_atomic_exchange(&c->held, (int)i + 1);
    held[before]++;
}

static double add_by_hand(double *to, double value) {
    double before = *to;
    while (!offload_atomic_compare_exchange(to, &before, before + value))
        ;
    return before;
}

offload_kernel void by_compare_exchange(int n, struct counters c[1]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    add_by_hand(&c->sum, (double)i);
    float before = offload_atomic_load(&c->product_sum);
    while (!offload_atomic_compare_exchange_explicit(&c->product_sum, &before, before + 2.0f,
                                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
    unsigned long many = 0;
    while (!offload_atomic_compare_exchange_explicit(&c->many, &many, many + 1,
                                                     memory_order_seq_cst, memory_order_relaxed))
        ;
}

// One thread of each block takes a lock; a plain counter is safe behind it.
offload_kernel void locked(unsigned rounds, unsigned lock[1], long count[1]) {
    if (offload_thread_id(0) != 0)
        return;
    for (unsigned r = 0; r < rounds; r++) {
        unsigned open = 0;
        while (!offload_atomic_compare_exchange_explicit(lock, &open, 1u, __ATOMIC_ACQUIRE,
                                                         __ATOMIC_RELAXED))
            open = 0;
        *count = *count + 1;
        offload_atomic_store_explicit(lock, 0u, __ATOMIC_RELEASE);
    }
}

// The last block to arrive sums up what the others left.
offload_kernel void last_block(unsigned n, unsigned parts[n], unsigned arrived[1], unsigned sum[1]) {
    if (offload_thread_id(0) != 0)
        return;
    parts[offload_block_id(0)] = offload_block_id(0) + 1;
    if (offload_atomic_add_explicit(arrived, 1u, memory_order_acq_rel) == n - 1)
        for (unsigned k = 0; k < n; k++)
            *sum += parts[k];
}

// All orders, with the values that come back.
offload_kernel void orders(unsigned good[1]) {
    offload_shared unsigned cell;
    if (offload_thread_id(0) != 0)
        return;
    offload_atomic_store_explicit(&cell, 8u, __ATOMIC_RELEASE);
    unsigned right = offload_atomic_load_explicit(&cell, __ATOMIC_ACQUIRE) == 8;
    right += offload_atomic_add_explicit(&cell, 2u, __ATOMIC_SEQ_CST) == 8;
    right += offload_atomic_sub_explicit(&cell, 1u, __ATOMIC_ACQ_REL) == 10;
    right += offload_atomic_min_explicit(&cell, 7u, __ATOMIC_RELAXED) == 9;
    right += offload_atomic_max_explicit(&cell, 12u, __ATOMIC_ACQUIRE) == 7;
    right += offload_atomic_and_explicit(&cell, 6u, __ATOMIC_RELEASE) == 12;
    right += offload_atomic_or_explicit(&cell, 1u, memory_order_seq_cst) == 4;
    right += offload_atomic_xor_explicit(&cell, 15u, memory_order_acquire) == 5;
    right += offload_atomic_exchange_explicit(&cell, 3u, memory_order_acq_rel) == 10;
    offload_atomic_store_explicit(&cell, 4u, memory_order_seq_cst);
    right += offload_atomic_load_explicit(&cell, memory_order_seq_cst) == 4;
    unsigned expected = 5;
    right += !offload_atomic_compare_exchange(&cell, &expected, 6u) && expected == 4;
    right += offload_atomic_compare_exchange(&cell, &expected, 6u) && expected == 4;
    right += offload_atomic_add(&cell, -6) == 6 && cell == 0;
    *good = right;
}

static char up[N], down[N + 1], held[N + 1];

int main(void) {
    struct counters c = {.down = N - 1};
    offload(draw, .threads = {N}, .block_size = {100})(N, &c, up, down, held);
    for (int i = 0; i < N; i++) {
        EQUAL(up[i], 1);
        EQUAL(down[i], 1);
    }
    held[c.held]++;
    for (int i = 0; i <= N; i++)
        EQUAL(held[i], 1);
    EQUAL(c.ticket, N);
    EQUAL(c.down, -1);
    offload(by_compare_exchange, .threads = {N})(N, &c);
    EQUAL(c.sum, N * (N - 1) / 2);
    EQUAL(c.product_sum, 2 * N);
    EQUAL(c.many, N);
    unsigned lock = 0, arrived = 0, sum = 0, parts[70];
    long count = 0;
    offload(locked, .blocks = {20}, .block_size = {32})(50, &lock, &count);
    EQUAL(count, 20 * 50);
    offload(last_block, .blocks = {70}, .block_size = {4})(70, parts, &arrived, &sum);
    EQUAL(sum, 70 * 71 / 2);
    unsigned good = 0;
    offload(orders, .blocks = {1}, .block_size = {2})(&good);
    EQUAL(good, 13);
    return finish();
}
