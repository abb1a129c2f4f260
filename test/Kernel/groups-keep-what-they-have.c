// Groups of lanes whose values are needed again after a loop in which they take turns by the block,
// and a condition that has one outcome for all lanes of most groups, asked several times. Each group
// keeps its own values. Each result is what the host computes.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O3 -march=native
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, BLOCK = 512, THREADS = BLOCKS * BLOCK, MOST = 2 * THREADS, LANES = 32 };

static inline unsigned sum_of_lanes(unsigned value) {
    for (unsigned d = LANES / 2; d > 0; d /= 2)
        value += offload_lane_shuffle_xor(value, d, LANES);
    return value;
}

// What is known before the loop, and needed after it, is not used in it.
offload_kernel void counts(int n, unsigned out[BLOCK], unsigned total[1]) {
    unsigned t = offload_thread_id(0), size = offload_block_size(0);
    for (int i = (int)(t & 7); i < n; i += (int)size)
        offload_atomic_add(total, (unsigned)i);
    out[t] = sum_of_lanes(t);
}

offload_kernel void counts_and_loads(int n, const unsigned x[BLOCK], unsigned out[BLOCK], unsigned total[1]) {
    unsigned t = offload_thread_id(0), size = offload_block_size(0), own = x[t];
    for (int i = (int)(t & 7); i < n; i += (int)size)
        offload_atomic_add(total, (unsigned)i);
    out[t] = sum_of_lanes(own);
}

offload_kernel void adds_twice(int n, const unsigned x[MOST], unsigned out[BLOCK]) {
    unsigned t = offload_thread_id(0), size = offload_block_size(0), sum = t;
    for (int times = 0; times < 3; times++)
        for (int i = (int)t; i < n; i += (int)size)
            sum += x[i];
    out[t] = sum_of_lanes(sum);
}

// All lanes of a group, or none, are within the array, unless the array ends in a group.
#define NUMBER_OF_THREAD(me)                                                                       \
    unsigned t = (unsigned)(offload_thread_id(0) + offload_block_size(0) * offload_thread_id(1));  \
    unsigned block =                                                                               \
        (unsigned)(offload_block_id(0) + offload_block_count(0) * offload_block_id(1));            \
    size_t me = t + (size_t)BLOCK * block

offload_kernel void asks_twice(size_t n, const unsigned x[n], unsigned out[THREADS]) {
    NUMBER_OF_THREAD(me);
    unsigned sum = me < n ? x[me] * 3 : 1;
    for (size_t i = me; i < n; i += THREADS)
        sum += offload_lane_shuffle_xor(x[i], 1, LANES);
    out[me] = sum;
}

offload_kernel void asks_and_counts(size_t n, const unsigned x[n], unsigned out[THREADS], unsigned total[1]) {
    NUMBER_OF_THREAD(me);
    unsigned own = me < n ? x[me] * 3 : 1;
    for (size_t i = me; i < n; i += THREADS) {
        unsigned long lanes = offload_lane_ballot(x[i] % 3 == 0);
        if (lanes && offload_lane_id() == 0)
            offload_atomic_add(total, (unsigned)__builtin_popcountl(lanes));
    }
    out[me] = own;
}

static unsigned x[MOST], out[THREADS];

static unsigned sum_of_group(unsigned first, unsigned (*value)(unsigned t, int n), int n) {
    unsigned sum = 0;
    for (unsigned t = first; t < first + LANES; t++)
        sum += value(t, n);
    return sum;
}

static unsigned number(unsigned t, int n) {
    (void)n;
    return t;
}

static unsigned element(unsigned t, int n) {
    (void)n;
    return x[t];
}

static unsigned added(unsigned t, int n) {
    unsigned sum = t;
    for (int i = (int)t; i < n; i += BLOCK)
        sum += 3 * x[i];
    return sum;
}

static void compare(const char *what, unsigned (*value)(unsigned t, int n), int n) {
    for (unsigned t = 0; t < BLOCK; t++) {
        unsigned expected = sum_of_group(t / LANES * LANES, value, n);
        CHECK(out[t] == expected, "%s: %u of %d: %u, not %u", what, t, n, out[t], expected);
    }
}

static void try_turns(int n) {
    unsigned total = 0, expected = 0;
    for (unsigned t = 0; t < BLOCK; t++)
        for (int i = (int)(t & 7); i < n; i += BLOCK)
            expected += (unsigned)i;
    offload(counts, .blocks = {1}, .block_size = {BLOCK})(n, out, &total);
    EQUAL(total, expected);
    compare("counts", number, n);
    offload(counts_and_loads, .blocks = {1}, .block_size = {BLOCK})(n, x, out, &total);
    EQUAL(total, 2 * expected);
    compare("counts_and_loads", element, n);
    offload(adds_twice, .blocks = {1}, .block_size = {BLOCK})(n, x, out);
    compare("adds_twice", added, n);
}

static void try_conditions(size_t n) {
    unsigned total = 0, expected = 0;
    if (n % LANES == 0) {
        offload(asks_twice, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, x, out);
        for (size_t me = 0; me < THREADS; me++) {
            unsigned sum = me < n ? x[me] * 3 : 1;
            for (size_t i = me; i < n; i += THREADS)
                sum += x[i ^ 1];
            CHECK(out[me] == sum, "asks_twice: %zu of %zu: %u, not %u", me, n, out[me], sum);
        }
    }
    offload(asks_and_counts, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, x, out, &total);
    for (size_t me = 0; me < THREADS; me++)
        EQUAL(out[me], me < n ? x[me] * 3 : 1);
    for (size_t i = 0; i < n; i++)
        expected += x[i] % 3 == 0;
    EQUAL(total, expected);
}

int main(void) {
    for (unsigned i = 0; i < MOST; i++)
        x[i] = i * 2654435761u >> 8;
    static const int turns[] = {0, 1, 7, 512, 1000, MOST};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        try_turns(turns[i]);
    static const size_t sizes[] = {0, 32, 500, 1500, THREADS, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        try_conditions(sizes[i]);
    return finish();
}
