// offload_block_reduce_add, _min and _max: of every type, in blocks of every shape and odd sizes,
// several in a row, in loops, functions and uniform branches; of the largest and smallest values, of
// zeros with a sign, and with NaNs.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include <limits.h>
#include <math.h>

#include "Inputs/check.h"

enum { MOST = 5 * 1024 };

static unsigned number(void) {
    unsigned w = offload_block_size(0), h = offload_block_size(1);
    return offload_thread_id(0) + w * (offload_thread_id(1) + h * offload_thread_id(2));
}

static size_t everywhere(void) {
    return (size_t)offload_block_id(0) * offload_block_size(0) * offload_block_size(1) *
               offload_block_size(2) +
           number();
}

#define VALUE(T, i) ((T)(((i) * 7919 + 3) % 1009) - (T)300)
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long llong;
typedef unsigned long long ullong;

#define REDUCTIONS(T)                                                                              \
    offload_kernel void reduce_##T(size_t n, T results[n][3]) {                                    \
        size_t i = everywhere();                                                                   \
        T mine = VALUE(T, i);                                                                      \
        results[i][0] = offload_block_reduce_add(mine);                                            \
        results[i][1] = offload_block_reduce_min(mine);                                            \
        results[i][2] = offload_block_reduce_max(mine);                                            \
    }                                                                                              \
    static void check_##T(const unsigned shape[3]) {                                               \
        static T results[MOST][3];                                                                 \
        size_t size = (size_t)shape[0] * shape[1] * shape[2];                                      \
        offload(reduce_##T, .blocks = {5},                                                         \
                .block_size = {shape[0], shape[1], shape[2]})(5 * size, results);                  \
        for (size_t b = 0; b < 5; b++) {                                                           \
            T sum = 0, least = VALUE(T, b *size), most = least;                                    \
            for (size_t i = b * size; i < (b + 1) * size; i++) {                                   \
                T value = VALUE(T, i);                                                             \
                sum += value;                                                                      \
                least = value < least ? value : least;                                             \
                most = value > most ? value : most;                                                \
            }                                                                                      \
            for (size_t i = b * size; i < (b + 1) * size; i++) {                                   \
                EQUAL(results[i][0], sum);                                                         \
                EQUAL(results[i][1], least);                                                       \
                EQUAL(results[i][2], most);                                                        \
            }                                                                                      \
        }                                                                                          \
    }
REDUCTIONS(int)
REDUCTIONS(uint)
REDUCTIONS(long)
REDUCTIONS(ulong)
REDUCTIONS(llong)
REDUCTIONS(ullong)
REDUCTIONS(float)
REDUCTIONS(double)

// Narrow types become int; results feed the next reduction.
static double mean_of_squares(short value) {
    int count = offload_block_reduce_add((char)1);
    return (double)offload_block_reduce_add(value * value) / count;
}

offload_kernel void combined(int rounds, size_t n, double results[n]) {
    size_t i = everywhere();
    double sum = mean_of_squares((short)number());
    for (int r = 0; r < rounds; r++) {
        if (r % 2)
            sum = offload_block_reduce_max(sum + (double)number());
        else
            sum += offload_block_reduce_min((short)(number() + 2));
    }
    if (offload_block_id(0) == 1)
        sum += (double)offload_block_reduce_add((unsigned char)200);
    results[i] = sum;
}

// Each thread has the `i + 1`th value of the type's, from the first again.
#define EXTREMES(T, ...)                                                                           \
    offload_kernel void extremes_##T(int count, const T values[count], T results[2]) {             \
        T mine = values[number() % (unsigned)count];                                               \
        T least = offload_block_reduce_min(mine), most = offload_block_reduce_max(mine);           \
        if (number() == 0)                                                                         \
            results[0] = least, results[1] = most;                                                 \
    }                                                                                              \
    static void check_extremes_##T(unsigned size) {                                                \
        static const T values[] = {__VA_ARGS__};                                                   \
        int all = sizeof values / sizeof *values;                                                  \
        for (int first = 0; first < all; first++)                                                  \
            for (int count = 1; first + count <= all; count++) {                                   \
                T least = values[first], most = least, results[2];                                 \
                for (int i = 1; i < count && i < (int)size; i++) {                                 \
                    T value = values[first + i];                                                   \
                    least = value < least ? value : least;                                         \
                    most = value > most ? value : most;                                            \
                }                                                                                  \
                offload(extremes_##T, .blocks = {1}, .block_size = {size})(count, values + first,  \
                                                                           results);               \
                CHECK(results[0] == least && results[1] == most, "%g and %g", (double)results[0],  \
                      (double)results[1]);                                                         \
            }                                                                                      \
    }
EXTREMES(int, INT_MAX, 5, INT_MIN, 0, -1)
EXTREMES(uint, UINT_MAX, 5, 0, 1u << 31, INT_MAX)
EXTREMES(long, LONG_MAX, 1L << 40, LONG_MIN, 0, -1, -(1L << 32), 1L << 32)
EXTREMES(ulong, ULONG_MAX, 1ul << 40, 0, 1ul << 63, LONG_MAX)
EXTREMES(float, INFINITY, 1e-44f, -INFINITY, -1e-44f, 1, -1, 2, -2)
EXTREMES(double, (double)INFINITY, 5e-324, -(double)INFINITY, -5e-324, 1, -1, 1 + 1e-15, -1 - 1e-15)

// The sum of zeros is -0 only if all are. The least and the greatest are one of the values, also if
// some are no numbers.
offload_kernel void zeros(int other, float sums[2], double sums_of_double[2], int found[2]) {
    int me = (int)number();
    sums[0] = offload_block_reduce_add(-0.0f);
    sums[1] = offload_block_reduce_add(me == other ? 0.0f : -0.0f);
    sums_of_double[0] = offload_block_reduce_add(-0.0);
    sums_of_double[1] = offload_block_reduce_add(me == other ? 0.0 : -0.0);
    float mine = me % 3 == 1 ? NAN : (float)me;
    float least = offload_block_reduce_min(mine), most = offload_block_reduce_max((double)mine);
    int is_least = isnan(least) ? isnan(mine) != 0 : mine == least;
    int is_most = isnan(most) ? isnan(mine) != 0 : mine == most;
    found[0] = offload_block_reduce_max(is_least);
    found[1] = offload_block_reduce_max(is_most);
}

static void check_zeros(unsigned size) {
    float sums[2];
    double sums_of_double[2];
    int found[2];
    offload(zeros, .blocks = {1}, .block_size = {size})((int)size - 1, sums, sums_of_double, found);
    CHECK(sums[0] == 0 && signbit(sums[0]), "%g", (double)sums[0]);
    CHECK(sums[1] == 0 && !signbit(sums[1]), "%g", (double)sums[1]);
    CHECK(sums_of_double[0] == 0 && signbit(sums_of_double[0]), "%g", sums_of_double[0]);
    CHECK(sums_of_double[1] == 0 && !signbit(sums_of_double[1]), "%g", sums_of_double[1]);
    EQUAL(found[0], 1);
    EQUAL(found[1], 1);
}

int main(void) {
    static const unsigned sizes[] = {1, 7, 32, 33, 96, 100};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        check_extremes_int(sizes[s]);
        check_extremes_uint(sizes[s]);
        check_extremes_long(sizes[s]);
        check_extremes_ulong(sizes[s]);
        check_extremes_float(sizes[s]);
        check_extremes_double(sizes[s]);
        check_zeros(sizes[s]);
    }
    static const unsigned shapes[][3] = {{1, 1, 1},  {2, 1, 1},  {33, 1, 1}, {100, 1, 1}, {1024, 1, 1},
                                         {1, 37, 1}, {3, 5, 7},  {8, 8, 8},  {1, 1, 64},  {17, 60, 1}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        check_int(shapes[s]);
        check_uint(shapes[s]);
        check_long(shapes[s]);
        check_ulong(shapes[s]);
        check_llong(shapes[s]);
        check_ullong(shapes[s]);
        check_float(shapes[s]);
        check_double(shapes[s]);
    }
    static double results[3 * 30];
    offload(combined, .blocks = {3}, .block_size = {5, 6})(4, 90, results);
    for (int i = 0; i < 90; i++) {
        double sum = 0;
        for (int k = 0; k < 30; k++)
            sum += k * k;
        sum = sum / 30 + 2 + 29 + 2 + 29 + (i / 30 == 1 ? 6000 : 0);
        CHECK(results[i] == sum, "%d: %g, not %g", i, results[i], sum);
    }
    return finish();
}
