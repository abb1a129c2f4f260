// Sums, prefix sums, selection, transposition and fill of complex numbers (offload_algorithms.h).
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

typedef float _Complex fcomplex;
typedef double _Complex dcomplex;

#define TEST(T)                                                                                    \
    static void numbers_##T(size_t n) {                                                            \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T)), sum = 0;                               \
        char *flags = room(n, 1);                                                                  \
        for (size_t i = 0; i < n; i++) {                                                           \
            __real__ x[i] = (int)(scatter(i) % 9) - 4;                                             \
            __imag__ x[i] = (int)(scatter(i) >> 8 & 7);                                            \
            flags[i] = i % 3 == 1;                                                                 \
        }                                                                                          \
        offload_exclusive_scan_add(n, x, y);                                                       \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK(y[i] == sum, "element %zu of %zu " #T, i, n);                                    \
            sum += x[i];                                                                           \
        }                                                                                          \
        CHECK(_Generic(offload_reduce_add(n, x), T: 1, default: 0), "");                           \
        CHECK(offload_reduce_add(n, x) == sum, "%zu " #T, n);                                      \
        offload_inclusive_scan_add(n, x, y);                                                       \
        CHECK(!n || y[n - 1] == sum, "%zu " #T, n);                                                \
        CHECK(offload_select(n, x, flags, y) == (n + 1) / 3, "%zu " #T, n);                        \
        for (size_t i = 0; i < (n + 1) / 3; i++)                                                   \
            CHECK(y[i] == x[3 * i + 1], "element %zu of %zu " #T, i, n);                           \
        offload_transpose(n / 3, 3, x, y);                                                         \
        for (size_t i = 0; i < n / 3 * 3; i++)                                                     \
            CHECK(y[i % 3 * (n / 3) + i / 3] == x[i], "element %zu of %zu " #T, i, n);             \
        offload_fill(n, x, 2);                                                                     \
        for (size_t i = 0; i < n; i++)                                                             \
            CHECK(x[i] == 2, "element %zu of %zu " #T, i, n);                                      \
        free(flags);                                                                               \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }
TEST(fcomplex)
TEST(dcomplex)

int main(void) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        numbers_fcomplex(sizes[s]);
        numbers_dcomplex(sizes[s]);
    }
    return finish();
}
