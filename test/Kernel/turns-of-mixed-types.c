// Threads take turns at an array, with counters, steps and bounds of different types: int beside
// long and size_t. Bounds may be negative, and so may a thread's first number.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

#pragma clang diagnostic ignored "-Wsign-compare"

enum { BLOCKS = 3, MOST = 3000, THREADS = BLOCKS * 64, KINDS = 12 };

// A sum that depends on the order.
static inline unsigned add(unsigned sum, unsigned value) {
    return 3 * sum + value;
}

// The loops, for kernels and for the host: `first` is the thread's number, `step` the number of
// threads.
#define INT_LONG(first, step) for (int i = first; i < bound; i += step)
#define INT_RIGHT(first, step) for (int i = first; bound / 2 > i; i += step)
#define INT_MOST(first, step) for (int i = first; i <= bound; i += step)
#define INT_SIZE(first, step) for (int i = first; i < (size_t)bound; i += step)
#define UNSIGNED_LONG(first, step) for (unsigned i = (unsigned)first; i < bound; i += (unsigned)step)
#define UNSIGNED_SIZE(first, step)                                                                 \
    for (unsigned i = (unsigned)first; i < (size_t)bound; i += (unsigned)step)
#define LONG_INT(first, step) for (long i = first; i < bound; i += step)
#define LONG_AFTER(first, step) for (long i = (long)start + first; i < bound; i += step)
#define INT_AFTER(first, step) for (int i = start + first; i < bound; i += step)
#define INT_AFTER_SIZE(first, step) for (int i = start + first; i < (size_t)bound; i += step)
#define SHORT_LONG(first, step)                                                                    \
    for (long i = (unsigned short)first; i < bound; i += (unsigned short)step)
#define WHILE_LONG(first, step) for (int i = (first)-step; (i += step) < bound;)

#define TAKE(loop, first, step)                                                                    \
    do {                                                                                           \
        unsigned sum = 1;                                                                          \
        loop(first, step) if (i >= 0) sum = add(sum, x[i]);                                        \
        *to++ = sum;                                                                               \
    } while (0)

#define TAKE_ALL(first, step)                                                                      \
    TAKE(INT_LONG, first, step);                                                                   \
    TAKE(INT_RIGHT, first, step);                                                                  \
    TAKE(INT_MOST, first, step);                                                                   \
    if (bound >= 0) /* as a size, it would be too large for the array */                           \
        TAKE(INT_SIZE, first, step);                                                               \
    TAKE(UNSIGNED_LONG, first, step);                                                              \
    if (bound >= 0)                                                                                \
        TAKE(UNSIGNED_SIZE, first, step);                                                          \
    TAKE(LONG_INT, first, step);                                                                   \
    TAKE(LONG_AFTER, first, step);                                                                 \
    TAKE(INT_AFTER, first, step);                                                                  \
    if (bound >= 0)                                                                                \
        TAKE(INT_AFTER_SIZE, first, step);                                                         \
    TAKE(SHORT_LONG, first, step);                                                                 \
    TAKE(WHILE_LONG, first, step)

offload_kernel void by_block(const unsigned x[MOST], long bound, int start,
                             unsigned sums[BLOCKS * 64][KINDS])
{
    unsigned *to = sums[offload_global_id(0)];
    TAKE_ALL((int)offload_thread_id(0), (int)offload_block_size(0));
}

offload_kernel void by_grid(const unsigned x[MOST], long bound, int start,
                            unsigned sums[BLOCKS * 64][KINDS])
{
    unsigned *to = sums[offload_global_id(0)];
    int first = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    int step = (int)(offload_block_size(0) * offload_block_count(0));
    TAKE_ALL(first, step);
}

offload_kernel void by_constant(const unsigned x[MOST], long bound, int start,
                                unsigned sums[BLOCKS * 64][KINDS])
{
    unsigned *to = sums[offload_global_id(0)];
    TAKE_ALL((int)offload_thread_id(0), 64);
}

static unsigned x[MOST], sums[THREADS][KINDS], expected[THREADS][KINDS];

static void expect(long bound, int start, int grid)
{
    memset(expected, 0, sizeof expected);
    for (int thread = 0; thread < THREADS; thread++) {
        unsigned *to = expected[thread];
        int first = grid ? thread : thread % 64, step = grid ? THREADS : 64;
        TAKE_ALL(first, step);
    }
}

static void same(const char *name, long bound, int start)
{
    for (int thread = 0; thread < THREADS; thread++)
        for (int kind = 0; kind < KINDS; kind++)
            if (sums[thread][kind] != expected[thread][kind]) {
                printf("%s: bound %ld, start %d, thread %d, kind %d\n", name, bound, start, thread, kind);
                EQUAL(sums[thread][kind], expected[thread][kind]);
                return;
            }
}

int main(void)
{
    static const long bounds[] = {-1, 0, 1, 63, 64, 65, 191, 192, 193, 2 * THREADS, MOST - 1};
    static const int starts[] = {0, -70, 5};
    for (unsigned i = 0; i < MOST; i++)
        x[i] = i * 2654435761u + 1;
    for (unsigned b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        long bound = bounds[b];
        int start = starts[b % 3];
        expect(bound, start, 0);
        memset(sums, 0, sizeof sums);
        offload(by_block, .blocks = {BLOCKS}, .block_size = {64})(x, bound, start, sums);
        same("by_block", bound, start);
        memset(sums, 0, sizeof sums);
        offload(by_constant, .blocks = {BLOCKS}, .block_size = {64})(x, bound, start, sums);
        same("by_constant", bound, start);
        expect(bound, start, 1);
        memset(sums, 0, sizeof sums);
        offload(by_grid, .blocks = {BLOCKS}, .block_size = {64})(x, bound, start, sums);
        same("by_grid", bound, start);
    }
    return finish();
}
