// offload_block_reduce_add, _min and _max: of every type, in blocks of every shape and odd sizes,
// several in a row, in loops, functions and uniform branches.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

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

int main(void) {
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
