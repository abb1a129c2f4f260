// After Rodinia's gaussian: elimination, whose kernel has the row as its first dimension. Only each
// eighth step is done.
#include "loops.h"

#include <string.h>

enum { STEP = 8 };

static INDEX n = 768;
static double *given, *matrix, *factors;

#ifdef OPENMP
static void eliminate(INDEX size, double M[size][size], double F[size][size], INDEX t) {
    for (INDEX i = t + 1; i < size; i++)
        F[i][t] = M[i][t] / M[t][t];
#pragma omp parallel for
    for (INDEX i = t + 1; i < size; i++)
        for (INDEX j = t; j < size; j++)
            M[i][j] -= F[i][t] * M[t][j];
}
#define ELIMINATE(t) eliminate(n, (double (*)[n])matrix, (double (*)[n])factors, t)
#else
static offload_kernel void fan1(INDEX size, const double M[size][size], double F[size][size],
                                INDEX t) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < size - 1 - t)
    F[i + t + 1][t] = M[i + t + 1][t] / M[t][t];
}
static offload_kernel void fan2(INDEX size, double M[size][size], const double F[size][size],
                                INDEX t) {
    INDEX i = GLOBAL_ID(0), j = GLOBAL_ID(1);
    WHERE(i < size - 1 - t && j < size - t)
    M[i + 1 + t][j + t] -= F[i + 1 + t][t] * M[t][j + t];
}
#define ELIMINATE(t)                                                                               \
    offload(fan1, .threads = {(size_t)n})(n, (const double (*)[n])matrix, (double (*)[n])factors,  \
                                          t);                                                      \
    offload(fan2, .threads = {(size_t)n, (size_t)n},                                               \
            .block_size = {4, 4})(n, (double (*)[n])matrix, (const double (*)[n])factors, t)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    size_t count = (size_t)n * (size_t)n;
    given = new_numbers(count);
    matrix = new_numbers(count);
    factors = new_numbers(count);
    for (size_t i = 0; i < (size_t)n; i++)
        given[i * (size_t)n + i] += 5;
}

static void run(void) {
    memcpy(matrix, given, (size_t)n * (size_t)n * sizeof *matrix);
    for (INDEX t = 0; t < n - 1; t += STEP) {
        ELIMINATE(t);
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, matrix[i]);
    return sum;
}
