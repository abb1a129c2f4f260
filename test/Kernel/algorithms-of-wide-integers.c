// The algorithms of offload_algorithms.h for __int128 and unsigned __int128.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

#define SCAN(T, op, OP, none)                                                                      \
    {                                                                                              \
        T before = none;                                                                           \
        offload_exclusive_scan_##op(n, x, y);                                                      \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK(y[i] == before, #op ": element %zu of %zu " #T, i, n);                           \
            before = OP(T, before, x[i]);                                                          \
        }                                                                                          \
        before = none;                                                                             \
        offload_inclusive_scan_##op(n, x, y);                                                      \
        for (size_t i = 0; i < n; i++) {                                                           \
            before = OP(T, before, x[i]);                                                          \
            CHECK(y[i] == before, #op ": element %zu of %zu " #T, i, n);                           \
        }                                                                                          \
    }
#define ADD(T, a, b) ((T)((uwide)(a) + (uwide)(b)))
#define MIN(T, a, b) ((a) < (b) ? (a) : (b))
#define MAX(T, a, b) ((a) > (b) ? (a) : (b))

#define TEST(T, LEAST, MOST)                                                                       \
    static void integers_##T(size_t n) {                                                           \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        T sum = 0, least = MOST, most = LEAST, all = (T)-1, any = 0, odd = 0;                      \
        for (size_t i = 0; i < n; i++) {                                                           \
            x[i] = (T)((uwide)scatter(2 * i) << 64 | scatter(2 * i + 1));                          \
            sum = ADD(T, sum, x[i]);                                                               \
            least = MIN(T, least, x[i]);                                                           \
            most = MAX(T, most, x[i]);                                                             \
            all &= x[i];                                                                           \
            any |= x[i];                                                                           \
            odd ^= x[i];                                                                           \
        }                                                                                          \
        CHECK(_Generic(offload_reduce_add(n, x), T: 1, default: 0), "");                           \
        CHECK(offload_reduce_add(n, x) == sum, "%zu of " #T, n);                                   \
        CHECK(offload_reduce_min(n, x) == least, "%zu of " #T, n);                                 \
        CHECK(offload_reduce_max(n, x) == most, "%zu of " #T, n);                                  \
        CHECK(offload_reduce_and(n, x) == all, "%zu of " #T, n);                                   \
        CHECK(offload_reduce_or(n, x) == any, "%zu of " #T, n);                                    \
        CHECK(offload_reduce_xor(n, x) == odd, "%zu of " #T, n);                                   \
        SCAN(T, add, ADD, 0)                                                                       \
        SCAN(T, min, MIN, MOST)                                                                    \
        SCAN(T, max, MAX, LEAST)                                                                   \
        uint *values = room(n, sizeof *values);                                                    \
        ulong *others = room(n, sizeof *others);                                                   \
        for (size_t i = 0; i < n; i++) {                                                           \
            x[i] = i % 3 ? x[i] : (T)(long)i;                                                      \
            others[i] = values[i] = (uint)i;                                                       \
        }                                                                                          \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_sort_pairs(n, y, values);                                                          \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK(!i || y[i - 1] <= y[i], "key %zu of %zu " #T, i, n);                             \
            CHECK(x[values[i]] == y[i], "value %zu of %zu " #T, i, n);                             \
        }                                                                                          \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_sort_pairs(n, y, others);                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            CHECK(others[i] == values[i], "value %zu of %zu " #T, i, n);                           \
        offload_sort(n, x);                                                                        \
        CHECK(memcmp(x, y, n * sizeof(T)) == 0, "%zu of " #T, n);                                  \
        for (size_t i = 0; i < n; i++)                                                             \
            x[i] = i % 4 == 0 ? (T)(((uwide)1 << 64) + 1) : i % 4 == 1 ? (T)-1 : (T)(i % 4);       \
        size_t counts[5000];                                                                       \
        offload_histogram(n, x, 5000, counts);                                                     \
        CHECK(counts[0] == 0 && counts[1] == 0 && counts[2] == (n + 1) / 4 && counts[3] == n / 4,  \
              "%zu of " #T ": %zu %zu", n, counts[2], counts[3]);                                  \
        free(others);                                                                              \
        free(values);                                                                              \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }
TEST(wide, ((wide)((uwide)1 << 127)), ((wide)((uwide)-1 >> 1)))
TEST(uwide, 0, (uwide)-1)

int main(void) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        integers_wide(sizes[s]);
        integers_uwide(sizes[s]);
    }
    return finish();
}
