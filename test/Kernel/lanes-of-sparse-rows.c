// Lanes take turns at the elements of rows of any length, also empty ones, and at elements that others choose. In the last
// turn some have none. Indices of 32 bits may wrap, and the arrays end where memory ends: nothing else of them is read.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O3 -foffload-lanes=16
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <offload.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/check.h"

enum { ROWS = 67, MOST = 9, COUNT = 97 };

// What a row of the kernel `name` is: `turn` says which elements a lane goes through, and `value` what it adds up.
#define SPARSE(name, type, turn, value)                                                                                \
    offload_kernel void name(int rows, const unsigned start[rows + 1], unsigned all, const unsigned column[all],       \
                             const type v[all], int n, const type x[n], type out[rows])                                \
    {                                                                                                                  \
        int row = (int)(offload_global_id(0) / offload_lane_count());                                                  \
        unsigned lane = offload_lane_id(), lanes = offload_lane_count();                                               \
        if (row >= rows)                                                                                               \
            return;                                                                                                    \
        unsigned first = start[row], end = start[row + 1];                                                             \
        type sum = (type)row;                                                                                          \
        (void)v, (void)x, (void)column;                                                                                \
        for (turn)                                                                                                     \
            sum += (type)(value);                                                                                      \
        sum = offload_lane_reduce_add(sum);                                                                            \
        if (lane == 0)                                                                                                 \
            out[row] = sum - (type)((int)lanes * row);                                                                 \
    }
#define UP unsigned i = first + lane; i < end; i += lanes
#define SIGNED int i = (int)(first + lane); i < (int)end; i += (int)lanes
#define LONG size_t i = (size_t)first + lane; i < end; i += lanes
#define DOWN int i = (int)end - 1 - (int)lane; i >= (int)first; i -= (int)lanes
#define CLAMPED unsigned k = lane; k < end - first; k += lanes
SPARSE(sum_float, float, UP, v[i] * x[column[i]])
SPARSE(sum_double, double, UP, v[i] * x[column[i]])
SPARSE(sum_int, int, SIGNED, v[i] * x[column[i]])
SPARSE(sum_long, long, LONG, v[i] * x[column[i]])
SPARSE(sum_down, float, DOWN, v[i] * x[column[i]])
SPARSE(sum_clamped, int, CLAMPED, v[first + k] * x[column[first + k]])
SPARSE(sum_plain, float, UP, v[i])
SPARSE(sum_places, int, UP, (int)i + v[i])
SPARSE(sum_some, int, UP, v[i] > 3 ? x[column[i]] : -v[i])
SPARSE(sum_divided, int, UP, 100 / (v[i] + 1) + x[column[i]])
SPARSE(sum_twice, int, UP, x[column[column[i]]] * v[i])

// The index begins before 2^32 and goes on after 0: only the elements from 0 on are there.
offload_kernel void wraps(int rows, const unsigned before[rows], unsigned all, const unsigned column[all], int n,
                          const int x[n], int out[rows])
{
    int row = (int)(offload_global_id(0) / offload_lane_count());
    unsigned lane = offload_lane_id();
    if (row >= rows)
        return;
    int sum = 0;
    for (unsigned i = lane - before[row]; i < all; i += offload_lane_count())
        sum += x[column[i]];
    sum = offload_lane_reduce_add(sum);
    if (lane == 0)
        out[row] = sum;
}

// Memory that ends at a page that may not be read.
static void *at_the_end(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (bytes + page - 1) / page * page;
    char *memory = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + size, page, PROT_NONE))
        abort();
    return memory + size - bytes;
}

static int lanes;

#define CHECK_SPARSE(name, type, value)                                                                                \
    for (int longest = 0; longest <= COUNT; longest = longest * 2 + 1) {                                               \
        unsigned start[ROWS + 1] = {0}, all;                                                                           \
        for (int r = 0; r < ROWS; r++)                                                                                 \
            start[r + 1] = start[r] + (unsigned)(r * 7 % (longest + 1));                                               \
        all = start[ROWS] ? start[ROWS] : 1;                                                                           \
        unsigned *column = at_the_end(all * sizeof *column);                                                           \
        type *v = at_the_end(all * sizeof *v), *x = at_the_end(MOST * sizeof *x), out[ROWS];                           \
        for (unsigned i = 0; i < all; i++) {                                                                           \
            column[i] = i * 5 % (all < MOST ? all : MOST);                                                             \
            v[i] = (type)(i % 8);                                                                                      \
        }                                                                                                              \
        for (int i = 0; i < MOST; i++)                                                                                 \
            x[i] = (type)(i + 1);                                                                                      \
        offload(name, .threads = {(size_t)(ROWS * lanes)}, .block_size = {128})(ROWS, start, all, column, v, MOST, x,  \
                                                                               out);                                   \
        for (int r = 0; r < ROWS; r++) {                                                                               \
            type sum = 0;                                                                                              \
            unsigned first = start[r];                                                                                 \
            (void)first;                                                                                               \
            for (unsigned i = start[r]; i < start[r + 1]; i++)                                                         \
                sum += (type)(value);                                                                                  \
            EQUAL(out[r], sum);                                                                                        \
        }                                                                                                              \
    }

static void check_wraps(void)
{
    unsigned before[ROWS], all = 50, *column = at_the_end(all * sizeof *column);
    int *x = at_the_end(MOST * sizeof *x), out[ROWS];
    for (unsigned i = 0; i < all; i++)
        column[i] = i * 5 % MOST;
    for (int i = 0; i < MOST; i++)
        x[i] = i + 1;
    for (unsigned r = 0; r < ROWS; r++)
        before[r] = r % 40 * (r % 3 ? 1 : 1000);
    offload(wraps, .threads = {(size_t)(ROWS * lanes)}, .block_size = {128})(ROWS, before, all, column, MOST, x, out);
    for (int r = 0; r < ROWS; r++) {
        int sum = 0;
        for (int lane = 0; lane < lanes; lane++)
            for (unsigned i = (unsigned)lane - before[r]; i < all; i += (unsigned)lanes)
                sum += x[column[i]];
        EQUAL(out[r], sum);
    }
}

offload_kernel void count_lanes(int count[1])
{
    *count = (int)offload_lane_count();
}

int main(void)
{
    offload(count_lanes, .threads = {1})(&lanes);
    CHECK_SPARSE(sum_float, float, v[i] * x[column[i]])
    CHECK_SPARSE(sum_double, double, v[i] * x[column[i]])
    CHECK_SPARSE(sum_int, int, v[i] * x[column[i]])
    CHECK_SPARSE(sum_long, long, v[i] * x[column[i]])
    CHECK_SPARSE(sum_down, float, v[i] * x[column[i]])
    CHECK_SPARSE(sum_clamped, int, v[i] * x[column[i]])
    CHECK_SPARSE(sum_plain, float, v[i])
    CHECK_SPARSE(sum_places, int, (int)i + v[i])
    CHECK_SPARSE(sum_some, int, v[i] > 3 ? x[column[i]] : -v[i])
    CHECK_SPARSE(sum_divided, int, 100 / (v[i] + 1) + x[column[i]])
    CHECK_SPARSE(sum_twice, int, x[column[column[i]]] * v[i])
    check_wraps();
    return finish();
}
