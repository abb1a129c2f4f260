// Transposition of matrices of every size of elements, also those that tiles do not divide; and fills.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

struct pair {
    double key;
    int value;
};

#define BOTH(T, name)                                                                              \
    static void transpose_##name(size_t rows, size_t columns) {                                    \
        size_t n = rows * columns;                                                                 \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        for (size_t i = 0; i < n; i++)                                                             \
            memset(&x[i], (int)scatter(i), sizeof(T));                                             \
        offload_transpose(rows, columns, x, y);                                                    \
        for (size_t r = 0; r < rows; r++)                                                          \
            for (size_t c = 0; c < columns; c++)                                                   \
                CHECK(memcmp(&y[c * rows + r], &x[r * columns + c], sizeof(T)) == 0,               \
                      "%zu, %zu of %zu x %zu of " #T, r, c, rows, columns);                        \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }                                                                                              \
    static void fill_##name(size_t n) {                                                            \
        T *x = room(n + 1, sizeof(T)), value;                                                      \
        memset(x, 1, (n + 1) * sizeof(T));                                                         \
        memset(&value, 5, sizeof(T));                                                              \
        offload_fill(n, x, value);                                                                 \
        for (size_t i = 0; i <= n; i++)                                                            \
            CHECK(*(char *)&x[i] == (i < n ? 5 : 1), "element %zu of %zu", i, n);                  \
        free(x);                                                                                   \
    }
BOTH(char, char)
BOTH(short, short)
BOTH(float, float)
BOTH(double, double)
BOTH(struct pair, pair)

int main(void) {
    // The last ones have several blocks, of which some go on in another strip, and a flat one.
    static const size_t sides[][2] = {{0, 5}, {1, 1},   {1, 70},    {70, 1},  {33, 31},
                                      {8, 8}, {64, 32}, {100, 129}, {300, 61}, {9, 600}};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        transpose_char(sides[s][0], sides[s][1]);
        transpose_short(sides[s][0], sides[s][1]);
        transpose_float(sides[s][0], sides[s][1]);
        transpose_double(sides[s][0], sides[s][1]);
        transpose_pair(sides[s][0], sides[s][1]);
    }
    transpose_float(257, 300);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        fill_char(sizes[s]);
        fill_short(sizes[s]);
        fill_float(sizes[s]);
        fill_double(sizes[s]);
        fill_pair(sizes[s]);
    }
    double x[3];
    offload_fill(3, x, 7); // is converted
    CHECK(x[0] == 7 && x[2] == 7, "%g", x[0]);
    return finish();
}
