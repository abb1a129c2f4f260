// PolyBench's jacobi-2d: a five-point stencil of the interior, back and forth.
#include "loops.h"

static INDEX n = 1000;
static double *a, *b;

#define STEP(A, B) B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j])

#ifdef OPENMP
static void step(INDEX size, const double A[size][size], double B[size][size]) {
#pragma omp parallel for
    for (INDEX i = 1; i < size - 1; i++)
        for (INDEX j = 1; j < size - 1; j++)
            STEP(A, B);
}
#define LAUNCH(x, y) step(n, (const double (*)[n])x, (double (*)[n])y)
#else
static offload_kernel void step(INDEX size, const double A[size][size], double B[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i >= 1 && i < size - 1 && j >= 1 && j < size - 1)
    STEP(A, B);
}
#define LAUNCH(x, y)                                                                               \
    offload(step, .threads = {(size_t)n, (size_t)n})(n, (const double (*)[n])x, (double (*)[n])y)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n);
    b = new_numbers((size_t)n * (size_t)n);
}

static void run(void) {
    LAUNCH(a, b);
    LAUNCH(b, a);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, a[i]);
    return sum;
}
