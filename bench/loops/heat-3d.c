// PolyBench's heat-3d: a seven-point stencil of the interior of a cube, back and forth.
#include "loops.h"

static INDEX n = 120;
static double *a, *b;

#define STEP(A, B)                                                                                 \
    B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +                    \
                 0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +                    \
                 0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k]

#ifdef OPENMP
static void step(INDEX size, const double A[size][size][size], double B[size][size][size]) {
#pragma omp parallel for
    for (INDEX i = 1; i < size - 1; i++)
        for (INDEX j = 1; j < size - 1; j++)
            for (INDEX k = 1; k < size - 1; k++)
                STEP(A, B);
}
#define LAUNCH(x, y) step(n, (const double (*)[n][n])x, (double (*)[n][n])y)
#else
static offload_kernel void step(INDEX size, const double A[size][size][size],
                                double B[size][size][size]) {
    INDEX k = GLOBAL_ID(0), j = GLOBAL_ID(1), i = GLOBAL_ID(2);
    WHERE(i >= 1 && i < size - 1 && j >= 1 && j < size - 1 && k >= 1 && k < size - 1)
    STEP(A, B);
}
#define LAUNCH(x, y)                                                                               \
    offload(step, .threads = {(size_t)n, (size_t)n, (size_t)n})(n, (const double (*)[n][n])x,      \
                                                                (double (*)[n][n])y)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n * (size_t)n);
    b = new_numbers((size_t)n * (size_t)n * (size_t)n);
}

static void run(void) {
    LAUNCH(a, b);
    LAUNCH(b, a);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n * (size_t)n, a[i]);
    return sum;
}
