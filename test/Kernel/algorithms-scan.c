// The scans of offload_algorithms.h: sums of every type, minima and maxima, inclusive and exclusive, in place and not, of
// numbers of elements around those at which kernels change their ways.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O2 -fno-offload-resident
#include "Inputs/algorithms.h"

#define SCANS(T)                                                                                   \
    static void check_##T(size_t n, const T *x, const T *y, int exclusive, const char *which) {    \
        T sum = 0, least = 0, most = 0;                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            T before = *which == 'a' ? sum : *which == 'i' ? least : most;                         \
            sum = (T)(IS_FLOATING(T) ? (double)sum + (double)x[i]                                  \
                                     : (double)0 + (double)0) +                                    \
                  (T)(IS_FLOATING(T) ? 0 : (T)((ullong)sum + (ullong)x[i]));                       \
            least = !i || x[i] < least ? x[i] : least;                                             \
            most = !i || x[i] > most ? x[i] : most;                                                \
            T after = *which == 'a' ? sum : *which == 'i' ? least : most;                          \
            T wanted = exclusive ? before : after;                                                 \
            if (exclusive && !i && *which != 'a')                                                  \
                CHECK(*which == 'i' ? y[i] >= x[i] : y[i] <= x[i], "%s of %zu " #T, which, n);     \
            else                                                                                   \
                CHECK(y[i] == wanted, "element %zu of %zu of " #T ": %s %d", i, n, which,          \
                      exclusive);                                                                  \
        }                                                                                          \
    }                                                                                              \
    static void scan_##T(size_t n) {                                                               \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        FILL(T, n, x);                                                                             \
        offload_inclusive_scan_add(n, x, y);                                                       \
        check_##T(n, x, y, 0, "add");                                                              \
        offload_exclusive_scan_add(n, x, y);                                                       \
        check_##T(n, x, y, 1, "add");                                                              \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }
EACH_TYPE(SCANS)

#define EXTREMES(T)                                                                                \
    static void extremes_##T(size_t n) {                                                           \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        FILL(T, n, x);                                                                             \
        offload_inclusive_scan_min(n, x, y);                                                       \
        check_##T(n, x, y, 0, "in min");                                                           \
        offload_exclusive_scan_max(n, x, y);                                                       \
        check_##T(n, x, y, 1, "max");                                                              \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_exclusive_scan_min(n, y, y);                                                       \
        check_##T(n, x, y, 1, "in min");                                                           \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_inclusive_scan_max(n, y, y);                                                       \
        check_##T(n, x, y, 0, "max");                                                              \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }
EXTREMES(schar)
EXTREMES(ushort)
EXTREMES(int)
EXTREMES(llong)
EXTREMES(float)
EXTREMES(double)

int main(void) {
#define RUN_SCAN(T) scan_##T(n);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t n = sizes[s];
        EACH_TYPE(RUN_SCAN)
        extremes_schar(n);
        extremes_ushort(n);
        extremes_int(n);
        extremes_llong(n);
        extremes_float(n);
        extremes_double(n);
    }
    scan_int(large);
    scan_schar(large);
    scan_double(large);
    int first[1] = {7}, result[1];
    offload_exclusive_scan_add(1, first, result);
    EQUAL(result[0], 0);
    offload_exclusive_scan_min(1, first, result);
    EQUAL(result[0], INT_MAX);
    return finish();
}
