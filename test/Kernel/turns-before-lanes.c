// Threads take turns at an array, and then pass what they have to the lanes of their group: the
// loop runs for the whole block first. With results of several types, threads that do not come to
// the loop, code before it, blocks of two dimensions, and loops that have to stay where they are.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, MOST = 3000, THREADS = BLOCKS * 256 };

static inline unsigned add(unsigned sum, unsigned value) {
    return 3 * sum + value;
}

offload_kernel void sum(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(sum, 5, 32);
}

// What follows the lane function is done once.
offload_kernel void total(size_t n, const unsigned x[n], unsigned sums[1]) {
    unsigned sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i]);
    offload_atomic_add(&sums[0], sum + offload_lane_shuffle_xor(sum, 5, 32));
}

// What is read before the loop may be another number later. A thread has one of them throughout.
offload_kernel void numbered(size_t n, const unsigned x[n], unsigned counter[1],
                             unsigned begins[THREADS], unsigned sums[THREADS]) {
    unsigned begin = offload_atomic_load(&counter[0]), sum = begin;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i]);
    begins[offload_global_id(0)] = begin;
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(sum, 5, 32);
    offload_atomic_add(&counter[0], 1u);
}

// Several results: the place and the value of the greatest element, in 64 and 8 bits, a double and
// an address.
offload_kernel void several(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    size_t at = ~0ul;
    signed char most = -1;
    double all = 0;
    const unsigned *last = x;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0)) {
        if ((signed char)(x[i] & 127) > most) {
            most = (signed char)(x[i] & 127);
            at = i;
        }
        all += x[i] & 255;
        last = &x[i];
    }
    most = offload_lane_shuffle_xor(most, 1, 32);
    sums[offload_global_id(0)] = (unsigned)at + (unsigned)most * 5 + (unsigned)all + 7 * (unsigned)(last - x);
}

// Only some groups and threads come to the loop, from where a branch begins.
offload_kernel void some(size_t n, const unsigned x[n], unsigned limit, unsigned sums[THREADS]) {
    unsigned sum = 1000, thread = offload_thread_id(0);
    if (thread >= limit)
        return;
    if (thread % 3 == 0)
        for (size_t i = offload_block_id(0) * 100 + thread; i < n; i += offload_block_size(0))
            sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_down(sum, 1, 32);
}

// The block's own part of the array, by its threads in two dimensions.
offload_kernel void flat(size_t n, unsigned x[n], unsigned sums[THREADS]) {
    unsigned thread = (unsigned)(offload_thread_id(0) + offload_block_size(0) * offload_thread_id(1));
    unsigned threads = (unsigned)(offload_block_size(0) * offload_block_size(1)), sum = 0;
    size_t part = n / BLOCKS, begin = part * offload_block_id(0);
    for (size_t i = begin + thread; i < begin + part; i += threads) {
        sum = add(sum, x[i]);
        x[i] = sum;
    }
    sum += offload_lane_shuffle_down(sum, 3, 32);
    sums[offload_block_id(0) * threads + thread] = sum;
}

// Elements change on the way.
offload_kernel void change(size_t n, unsigned x[n], unsigned sums[THREADS]) {
    unsigned sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0)) {
        sum = add(sum, x[i]);
        x[i] = sum;
    }
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(sum, 5, 32);
}

// A loop that uses shared memory, and one that follows a lane function, stay.
offload_kernel void stays(size_t n, const unsigned x[n], unsigned sums[THREADS]) {
    offload_shared unsigned table[256];
    unsigned sum = 0, thread = offload_thread_id(0);
    table[thread] = thread * 3;
    offload_barrier();
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i] ^ table[thread ^ 1]);
    sum += offload_lane_shuffle_xor(sum, 1, 32);
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum = add(sum, x[i]);
    sums[offload_global_id(0)] = sum + offload_lane_shuffle_xor(sum, 1, 32);
}

static unsigned x[MOST], y[MOST], z[MOST], sums[THREADS], each[THREADS], begins[THREADS];

static void fill(unsigned begin, size_t first, size_t n, size_t threads) {
    for (size_t t = first; t < threads; t++) {
        each[t] = begin;
        for (size_t i = t; i < n; i += threads)
            each[t] = add(each[t], x[i]);
    }
}

static void try_some(size_t n, size_t size, unsigned limit) {
    memset(sums, 0, sizeof sums);
    offload(some, .blocks = {BLOCKS}, .block_size = {size})(n, x, limit, sums);
    for (size_t b = 0; b < BLOCKS; b++) {
        for (size_t t = 0; t < size; t++) {
            each[t] = 1000;
            for (size_t i = 100 * b + t; t % 3 == 0 && i < n; i += size)
                each[t] = add(each[t], x[i]);
        }
        for (size_t t = 0; t < size && t < limit; t++) {
            int has_next = t % 32 < 31 && t + 1 < size && t + 1 < limit;
            EQUAL(sums[b * size + t], each[t] + each[has_next ? t + 1 : t]);
        }
    }
}

static void try_flat(size_t n, size_t rows) {
    size_t threads = 32 * rows, part = n / BLOCKS;
    memcpy(y, x, sizeof x);
    memcpy(z, x, sizeof x);
    offload(flat, .blocks = {BLOCKS}, .block_size = {32, rows})(n, y, sums);
    for (size_t b = 0; b < BLOCKS; b++) {
        for (size_t t = 0; t < threads; t++) {
            each[t] = 0;
            for (size_t i = part * b + t; i < part * (b + 1); i += threads)
                z[i] = each[t] = add(each[t], x[i]);
        }
        for (size_t t = 0; t < threads; t++)
            EQUAL(sums[b * threads + t], each[t] + each[t % 32 < 29 ? t + 3 : t]);
    }
    for (size_t i = 0; i < MOST; i++)
        EQUAL(y[i], z[i]);
}

static void try(size_t n, size_t size) {
    size_t threads = BLOCKS * size;
    offload(sum, .blocks = {BLOCKS}, .block_size = {size})(n, x, sums);
    fill(0, 0, n, threads);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], each[t] + each[t ^ 5]);
    unsigned all = 0, once[1] = {0};
    offload(total, .blocks = {BLOCKS}, .block_size = {size})(n, x, once);
    for (size_t t = 0; t < threads; t++)
        all += 2 * each[t];
    EQUAL(once[0], all);
    once[0] = 0;
    offload(numbered, .blocks = {BLOCKS}, .block_size = {size})(n, x, once, begins, sums);
    for (size_t t = 0; t < threads; t++) {
        each[t] = begins[t];
        for (size_t i = t; i < n; i += threads)
            each[t] = add(each[t], x[i]);
    }
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], each[t] + each[t ^ 5]);
    fill(0, 0, n, threads);
    memcpy(y, x, sizeof x);
    offload(change, .blocks = {BLOCKS}, .block_size = {size})(n, y, sums);
    for (size_t t = 0; t < threads; t++) {
        unsigned so_far = 0;
        EQUAL(sums[t], each[t] + each[t ^ 5]);
        for (size_t i = t; i < n; i += threads)
            EQUAL(y[i], so_far = add(so_far, x[i]));
    }
    offload(several, .blocks = {BLOCKS}, .block_size = {size})(n, x, sums);
    for (size_t t = 0; t < threads; t++) {
        unsigned at = ~0u, all = 0, last = 0, most[2];
        for (int other = 1; other >= 0; other--) {
            signed char greatest = -1;
            at = ~0u, all = 0, last = 0;
            for (size_t i = t ^ (size_t)other; i < n; i += threads) {
                if ((signed char)(x[i] & 127) > greatest) {
                    greatest = (signed char)(x[i] & 127);
                    at = (unsigned)i;
                }
                all += x[i] & 255;
                last = (unsigned)i;
            }
            most[other] = (unsigned)greatest;
        }
        EQUAL(sums[t], at + most[1] * 5 + all + 7 * last);
    }
    offload(stays, .blocks = {BLOCKS}, .block_size = {size})(n, x, sums);
    for (size_t t = 0; t < threads; t++) {
        unsigned table = (unsigned)(t % size ^ 1) * 3;
        each[t] = 0;
        for (size_t i = t; i < n; i += threads)
            each[t] = add(each[t], x[i] ^ table);
    }
    for (size_t t = 0; t < threads; t += 2)
        each[t] = each[t + 1] = each[t] + each[t + 1];
    for (size_t t = 0; t < threads; t++)
        for (size_t i = t; i < n; i += threads)
            each[t] = add(each[t], x[i]);
    for (size_t t = 0; t < threads; t++)
        EQUAL(sums[t], each[t] + each[t ^ 1]);
}

int main(void) {
    static const size_t sizes[] = {32, 64, 256};
    for (size_t i = 0; i < MOST; i++)
        x[i] = (unsigned)(i * 2654435761u) >> 3;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t n = 1; n < MOST; n = n * 5 / 3 + 7) {
            try(n, sizes[s]);
            try_some(n, sizes[s], 1024);
            try_some(n, sizes[s], (unsigned)sizes[s] - 12);
            try_flat(n, sizes[s] / 32);
        }
    return finish();
}
