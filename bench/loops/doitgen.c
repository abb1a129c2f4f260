// PolyBench's doitgen: each vector of a cube times one matrix.
#include "loops.h"

static INDEX n = 120;
static double *a, *c4, *sums;

#ifdef OPENMP
static void multiply(INDEX size, double A[size][size][size], const double C4[size][size],
                     double sum[size][size][size]) {
#pragma omp parallel for
    for (INDEX r = 0; r < size; r++)
        for (INDEX q = 0; q < size; q++) {
            for (INDEX p = 0; p < size; p++) {
                sum[r][q][p] = 0.0;
                for (INDEX s = 0; s < size; s++)
                    sum[r][q][p] += A[r][q][s] * C4[s][p];
            }
            for (INDEX p = 0; p < size; p++)
                A[r][q][p] = sum[r][q][p] / (double)size;
        }
}
static void run(void) {
    multiply(n, (double (*)[n][n])a, (const double (*)[n])c4, (double (*)[n][n])sums);
}
#else
static offload_kernel void multiply(INDEX size, const double A[size][size][size],
                                    const double C4[size][size], double sum[size][size][size]) {
    INDEX p = GLOBAL_ID(0), q = GLOBAL_ID(1), r = GLOBAL_ID(2);
    WHERE(p < size && q < size && r < size) {
        double total = 0.0;
        for (INDEX s = 0; s < size; s++)
            total += A[r][q][s] * C4[s][p];
        sum[r][q][p] = total;
    }
}
static offload_kernel void store(INDEX size, double A[size][size][size],
                                 const double sum[size][size][size]) {
    INDEX p = GLOBAL_ID(0), q = GLOBAL_ID(1), r = GLOBAL_ID(2);
    WHERE(p < size && q < size && r < size)
    A[r][q][p] = sum[r][q][p] / (double)size;
}
static void run(void) {
    size_t threads = (size_t)n;
    offload(multiply, .threads = {threads, threads, threads})(
        n, (const double (*)[n][n])a, (const double (*)[n])c4, (double (*)[n][n])sums);
    offload(store, .threads = {threads, threads, threads})(n, (double (*)[n][n])a,
                                                           (const double (*)[n][n])sums);
}
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n * (size_t)n);
    c4 = new_numbers((size_t)n * (size_t)n);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        c4[i] += 0.5; // the mean is 1: repeated products neither vanish nor grow fast
    sums = new_numbers((size_t)n * (size_t)n * (size_t)n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n * (size_t)n, a[i]);
    return sum;
}
