// Histograms: of integers of every type, some of which have no bin; few bins and many; and of ranges
// of numbers, with what is at their ends or is not a number.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

#define HISTOGRAM(T)                                                                               \
    static void histogram_##T(size_t n, size_t bins) {                                             \
        T *x = room(n, sizeof(T));                                                                 \
        size_t *counts = room(bins, sizeof *counts), *wanted = room(bins, sizeof *wanted);         \
        for (size_t i = 0; i < n; i++)                                                             \
            x[i] = i % 3 ? (T)scatter(i) : (T)(scatter(i) % 101);                                  \
        for (size_t b = 0; b < bins; b++) {                                                        \
            counts[b] = 99;                                                                        \
            wanted[b] = 0;                                                                         \
        }                                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            if ((llong)x[i] >= 0 && (ullong)x[i] < bins)                                           \
                wanted[(size_t)x[i]]++;                                                                    \
        offload_histogram(n, x, bins, counts);                                                     \
        for (size_t b = 0; b < bins; b++)                                                          \
            CHECK(counts[b] == wanted[b], "bin %zu of %zu: %zu, not %zu", b, bins, counts[b],      \
                  wanted[b]);                                                                      \
        free(x);                                                                                   \
        free(counts);                                                                              \
        free(wanted);                                                                              \
    }
EACH_INTEGER(HISTOGRAM)

#define RANGE(T)                                                                                   \
    static void range_##T(size_t n) {                                                              \
        T *x = room(n, sizeof(T));                                                                 \
        size_t counts[8], wanted[8] = {0};                                                         \
        static const T special[] = {-2, 2, (T)-2.25, (T)1.75, NAN, INFINITY, -INFINITY, -0.0f};    \
        for (size_t i = 0; i < n; i++)                                                             \
            x[i] = i < 8 ? special[i] : (T)(scatter(i) % 41) / 8 - (T)2.5;                         \
        for (size_t i = 0; i < n; i++)                                                             \
            if (x[i] >= -2 && x[i] < 2)                                                            \
                wanted[(size_t)((x[i] + 2) * 2)]++;                                                \
        offload_histogram_range(n, x, -2, 2, 8, counts);                                           \
        for (int b = 0; b < 8; b++)                                                                \
            EQUAL(counts[b], wanted[b]);                                                           \
        free(x);                                                                                   \
    }
RANGE(float)
RANGE(double)

// The ends of a range, for some numbers of bins: the greatest number below it is in the last bin.
static void ends(float high) {
    float x[3] = {high, nextafterf(high, 0), 0};
    size_t counts[800], wrong = 0;
    for (size_t bins = 1; bins <= 700; bins += bins < 60 ? 1 : 79) {
        offload_histogram_range(3, x, 0, high, bins, counts);
        wrong += counts[0] + counts[bins - 1] != (bins == 1 ? 4 : 2);
    }
    EQUAL(wrong, 0u);
}

int main(void) {
    ends(7);
    ends(100);
#define RUN_HISTOGRAM(T)                                                                           \
    histogram_##T(n, 1);                                                                           \
    histogram_##T(n, 100);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s += 2) {
        size_t n = sizes[s];
        EACH_INTEGER(RUN_HISTOGRAM)
        range_float(n);
        range_double(n);
    }
    histogram_uchar(large, 256);
    histogram_ushort(large, 4096);
    histogram_ushort(large, 4097);
    histogram_int(5000, 70000);
    histogram_llong(large, 120);
    return finish();
}
