// The algorithms of offload_algorithms.h for _Float16 and __bf16: sums are float, prefix sums are added as float and
// rounded once, minima and maxima ignore NaNs, and sorts have the order of the bits.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -march=native
// RUN: %run_kernel -O0
#include "Inputs/algorithms.h"

#define EACH_SHORT(M)                                                                              \
    M(_Float16)                                                                                    \
    M(__bf16)

#define TEST(T)                                                                                    \
    static void numbers_##T(size_t n) {                                                            \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T)), least = 100, most = -100;              \
        FILL(T, n, x);                                                                             \
        float sum = 0;                                                                             \
        for (size_t i = 0; i < n; i++) {                                                           \
            sum += (float)x[i];                                                                    \
            least = x[i] < least ? x[i] : least;                                                   \
            most = x[i] > most ? x[i] : most;                                                      \
        }                                                                                          \
        float all = offload_reduce_add(n, x);                                                      \
        CHECK(_Generic(offload_reduce_add(n, x), float: 1, default: 0), "");                       \
        CHECK(_Generic(offload_reduce_min(n, x), T: 1, default: 0), "");                           \
        CHECK(all == sum, "%zu of " #T ": %g", n, (double)all);                                    \
        CHECK(offload_reduce_min(n, x) == (n ? least : (T)INFINITY), "%zu of " #T, n);             \
        CHECK(offload_reduce_max(n, x) == (n ? most : (T)-INFINITY), "%zu of " #T, n);             \
        scans_##T(n, x, y);                                                                        \
        for (size_t i = 0; i < n; i++)                                                             \
            y[i] = (T)((float)(scatter(i) % 2000) - 1000);                                         \
        uint *values = room(n, sizeof *values);                                                    \
        for (size_t i = 0; i < n; i++)                                                             \
            values[i] = (uint)i;                                                                   \
        memcpy(x, y, n * sizeof(T));                                                               \
        offload_sort_pairs(n, y, values);                                                          \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK(!i || y[i - 1] <= y[i], "key %zu of %zu " #T, i, n);                             \
            CHECK(x[values[i]] == y[i], "value %zu of %zu " #T, i, n);                             \
        }                                                                                          \
        offload_sort(n, x);                                                                        \
        CHECK(memcmp(x, y, n * sizeof(T)) == 0, "%zu of " #T, n);                                  \
        free(values);                                                                              \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }                                                                                              \
    static void rounded_##T(void) {                                                                \
        enum { N = 6000 };                                                                         \
        static T x[N], y[N];                                                                       \
        static size_t counts[10];                                                                  \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = 1;                                                                              \
        CHECK(offload_reduce_add(N, x) == N, "the sum is no " #T);                                 \
        offload_inclusive_scan_add(N, x, y);                                                       \
        CHECK(y[N - 1] == (T)(float)N, "%g", (double)y[N - 1]);                                    \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = (T)(i % 4 == 3 ? NAN : (float)(i % 16));                                        \
        CHECK(offload_reduce_min(N, x) == 0, "");                                                  \
        CHECK(offload_reduce_max(N, x) == 14, "");                                                 \
        offload_histogram_range(N, x, 0, 8, 4, counts);                                            \
        CHECK(counts[0] == N / 8 && counts[1] == N / 16 && counts[3] == N / 16, "%zu %zu %zu",     \
              counts[0], counts[1], counts[3]);                                                    \
    }

#define SCAN(T, op, OP, none)                                                                      \
    {                                                                                              \
        float before = (float)(none);                                                              \
        offload_exclusive_scan_##op(n, x, y);                                                      \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK(y[i] == (T)before, #op ": element %zu of %zu " #T, i, n);                        \
            before = OP(before, (float)x[i]);                                                      \
        }                                                                                          \
        before = (float)(none);                                                                    \
        offload_inclusive_scan_##op(n, x, y);                                                      \
        for (size_t i = 0; i < n; i++) {                                                           \
            before = OP(before, (float)x[i]);                                                      \
            CHECK(y[i] == (T)before, #op ": element %zu of %zu " #T, i, n);                        \
        }                                                                                          \
    }
#define ADD(a, b) ((a) + (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SCANS(T)                                                                                   \
    static void scans_##T(size_t n, const T *x, T *y) {                                            \
        SCAN(T, add, ADD, 0)                                                                       \
        SCAN(T, min, MIN, INFINITY)                                                                \
        SCAN(T, max, MAX, -INFINITY)                                                               \
    }
EACH_SHORT(SCANS)
EACH_SHORT(TEST)

int main(void) {
#define RUN(T) numbers_##T(sizes[s]);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        EACH_SHORT(RUN)
    }
    rounded__Float16();
    rounded___bf16();
    return finish();
}
