// The reductions of offload_algorithms.h: of every type and operator, of numbers of elements around
// those at which kernels change their ways, and the same sum of floats in each run.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

#define REDUCE(T)                                                                                  \
    static void reduce_##T(size_t n) {                                                             \
        T *x = room(n, sizeof(T));                                                                 \
        FILL(T, n, x);                                                                             \
        ullong sum = 0;                                                                            \
        double exact = 0;                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            IS_FLOATING(T) ? (exact += (double)x[i]) : (double)(sum += (ullong)x[i]);              \
        if (IS_FLOATING(T))                                                                        \
            CHECK((double)offload_reduce_add(n, x) == exact, "%zu of " #T, n);                     \
        else                                                                                       \
            CHECK((ullong)offload_reduce_add(n, x) == sum, "%zu of " #T, n);                       \
        T least = offload_reduce_min(n, x), most = offload_reduce_max(n, x);                       \
        int has_least = !n, has_most = !n;                                                         \
        for (size_t i = 0; i < n; i++) {                                                           \
            has_least |= x[i] == least;                                                            \
            has_most |= x[i] == most;                                                              \
            CHECK(x[i] >= least && x[i] <= most, "element %zu of %zu of " #T, i, n);               \
        }                                                                                          \
        CHECK(has_least && has_most, "%zu of " #T, n);                                             \
        free(x);                                                                                   \
    }
EACH_TYPE(REDUCE)

#define BITS(T)                                                                                    \
    static void bits_##T(size_t n) {                                                               \
        T *x = room(n, sizeof(T)), all = (T)-1, any = 0, odd = 0;                                  \
        FILL(T, n, x);                                                                             \
        for (size_t i = 0; i < n; i++) {                                                           \
            x[i] |= 4;                                                                             \
            all &= x[i];                                                                           \
            any |= x[i];                                                                           \
            odd ^= x[i];                                                                           \
        }                                                                                          \
        CHECK(offload_reduce_and(n, x) == all, "%zu of " #T, n);                                   \
        CHECK(offload_reduce_or(n, x) == any, "%zu of " #T, n);                                    \
        CHECK(offload_reduce_xor(n, x) == odd, "%zu of " #T, n);                                   \
        free(x);                                                                                   \
    }
EACH_INTEGER(BITS)

static void nothing(void) {
    CHECK(offload_reduce_add(0, (int *)NULL) == 0, "");
    CHECK(offload_reduce_min(0, (short *)NULL) == SHRT_MAX, "");
    CHECK(offload_reduce_max(0, (llong *)NULL) == LLONG_MIN, "");
    CHECK(offload_reduce_max(0, (uint *)NULL) == 0, "");
    CHECK(offload_reduce_and(0, (uchar *)NULL) == UCHAR_MAX, "");
    CHECK(offload_reduce_min(0, (float *)NULL) == INFINITY, "");
    CHECK(offload_reduce_max(0, (double *)NULL) == -INFINITY, "");
}

// min and max ignore NaNs, sums do not.
static void numbers_that_are_none(void) {
    static float x[5000];
    for (int i = 0; i < 5000; i++)
        x[i] = i % 3 == 1 ? (float)i : NAN;
    CHECK(offload_reduce_min(5000, x) == 1, "%g", (double)offload_reduce_min(5000, x));
    CHECK(offload_reduce_max(5000, x) == 4999, "%g", (double)offload_reduce_max(5000, x));
    CHECK(isnan(offload_reduce_add(5000, x)), "");
    CHECK(offload_reduce_min(1, x) == INFINITY, "%g", (double)offload_reduce_min(1, x));
}

// Rounding depends on the order of the additions, which is always the same.
static void same_in_each_run(void) {
    double *x = room(large, sizeof *x);
    for (size_t i = 0; i < large; i++)
        x[i] = (double)scatter(i) * 1e-19;
    double first = offload_reduce_add(large, x);
    for (int run = 0; run < 5; run++)
        CHECK(offload_reduce_add(large, x) == first, "run %d", run);
    free(x);
}

int main(void) {
#define RUN_REDUCE(T) reduce_##T(n);
#define RUN_BITS(T) bits_##T(n);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t n = sizes[s];
        EACH_TYPE(RUN_REDUCE)
        EACH_INTEGER(RUN_BITS)
    }
    reduce_int(large);
    reduce_uchar(large);
    reduce_float(large);
    nothing();
    numbers_that_are_none();
    same_in_each_run();
    return finish();
}
