// Comparisons of a multiple of the thread's index, perhaps with a sum, hold for the same threads as
// written: of each type, with each comparison, and with bounds that are 0, negative or far away.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <limits.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 96 };

// One bit for each comparison.
#define COMPARE(name, type, bound_type, scale, plus)                                               \
    offload_kernel void name(bound_type n, offload_out unsigned out[N]) {                          \
        type i = (type)scale * (type)offload_global_id(0);                                         \
        unsigned bits = 0;                                                                         \
        if ((bound_type)(i + plus) < n)                                                            \
            bits |= 1;                                                                             \
        if ((bound_type)(i + plus) <= n)                                                           \
            bits |= 2;                                                                             \
        if ((bound_type)(i + plus) > n)                                                            \
            bits |= 4;                                                                             \
        if (n <= (bound_type)(i + plus))                                                           \
            bits |= 8;                                                                             \
        if ((bound_type)(i + plus) == n)                                                           \
            bits |= 16;                                                                            \
        out[offload_global_id(0)] = bits;                                                          \
    }                                                                                              \
    static unsigned expected_##name(bound_type n, int t) {                                         \
        type i = (type)scale * (type)t;                                                            \
        return ((bound_type)(i + plus) < n) | (unsigned)((bound_type)(i + plus) <= n) << 1 |       \
               (unsigned)((bound_type)(i + plus) > n) << 2 |                                       \
               (unsigned)(n <= (bound_type)(i + plus)) << 3 |                                      \
               (unsigned)((bound_type)(i + plus) == n) << 4;                                       \
    }
COMPARE(ints, int, int, 2, 0)
COMPARE(ints_and_3, int, int, 4, 3)
COMPARE(ints_less_5, int, int, 8, -5)
COMPARE(longs, long, long, 2, 1)
COMPARE(sizes, size_t, size_t, 2, 0)
COMPARE(sizes_and_3, size_t, size_t, 4, 3)
COMPARE(sizes_and_9, size_t, size_t, 4, 9)
COMPARE(int_and_size, int, size_t, 4, 3)
COMPARE(int_and_long, int, long, 4, 3)
COMPARE(unsigneds, unsigned, unsigned, 2, 1)
COMPARE(wide_sum, int, size_t, 4, 3ul)
COMPARE(wide_sum_beyond, int, size_t, 4, 5ul)

// As in kernels that take two elements each, the last of which may be missing.
offload_kernel void pairs(int n, const float x[n], float y[n]) {
    int i = 2 * (int)offload_global_id(0);
    if (i < n)
        y[i] += x[i] * 2;
    if (i + 1 < n)
        y[i + 1] += x[i + 1] * 3;
}

offload_kernel void fours(size_t n, const int x[n], int y[n]) {
    size_t i = 4 * (offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    for (int k = 0; k < 4; k++)
        if (i + (size_t)k < n)
            y[i + (size_t)k] += x[i + (size_t)k] * k;
}

static const long bounds[] = {
    -9,       -4,       -1,           0,           1,   2,   3,   4,   5,   8,       9,
    95,       190,      191,          192,         195, 380, 383, 384, 389, INT_MAX, INT_MIN,
    LONG_MAX, LONG_MIN, LONG_MIN + 3, LONG_MAX - 4};

#define TRY(name, bound_type)                                                                      \
    for (unsigned b = 0; b < sizeof bounds / sizeof *bounds; b++) {                                \
        bound_type n = (bound_type)bounds[b];                                                      \
        static unsigned out[N];                                                                    \
        offload(name, .blocks = {2}, .block_size = {N / 2})(n, out);                               \
        for (int t = 0; t < N; t++)                                                                \
            EQUAL(out[t], expected_##name(n, t));                                                  \
    }

int main(void) {
    TRY(ints, int)
    TRY(ints_and_3, int)
    TRY(ints_less_5, int)
    TRY(longs, long)
    TRY(sizes, size_t)
    TRY(sizes_and_3, size_t)
    TRY(sizes_and_9, size_t)
    TRY(int_and_size, size_t)
    TRY(int_and_long, long)
    TRY(unsigneds, unsigned)
    TRY(wide_sum, size_t)
    TRY(wide_sum_beyond, size_t)
    static float x[N], y[N];
    static int a[N], b[N];
    for (int n = 1; n < N; n += n < 10 ? 1 : 17) {
        for (int i = 0; i < N; i++) {
            x[i] = (float)(i + 1);
            a[i] = i + 1;
            y[i] = 1;
            b[i] = 1;
        }
        offload(pairs, .threads = {N / 2})(n, x, y);
        offload(fours, .threads = {N / 4})((size_t)n, a, b);
        for (int i = 0; i < N; i++) {
            EQUAL(y[i], i < n ? 1 + x[i] * (float)(2 + i % 2) : 1);
            EQUAL(b[i], i < n ? 1 + a[i] * (i % 4) : 1);
        }
    }
    return finish();
}
