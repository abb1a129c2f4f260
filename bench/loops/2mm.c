// PolyBench's 2mm: D = alpha * A * B * C + beta * D.
#include "loops.h"

static INDEX n = 320;
static double *a, *b, *c, *d, *between;
static const double alpha = 1.5, beta = 0.2;

#ifdef OPENMP
static void multiply(INDEX size, double by, const double A[size][size], const double B[size][size],
                     double old, double C[size][size]) {
    // The loops are exchanged, so that memory is read in order.
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++) {
        for (INDEX j = 0; j < size; j++)
            C[i][j] *= old;
        for (INDEX k = 0; k < size; k++)
            for (INDEX j = 0; j < size; j++)
                C[i][j] += by * A[i][k] * B[k][j];
    }
}
#define LAUNCH multiply
#else
static offload_kernel void multiply(INDEX size, double by, const double A[size][size],
                                    const double B[size][size], double old, double C[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size && j < size) {
        C[i][j] *= old;
        for (INDEX k = 0; k < size; k++)
            C[i][j] += by * A[i][k] * B[k][j];
    }
}
#define LAUNCH offload(multiply, .threads = {(size_t)n, (size_t)n})
#endif

static void run(void) {
    typedef const double (*Input)[n];
    LAUNCH(n, alpha, (Input)a, (Input)b, 0.0, (double (*)[n])between);
    LAUNCH(n, 1.0, (Input)between, (Input)c, beta, (double (*)[n])d);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n);
    b = new_numbers((size_t)n * (size_t)n);
    c = new_numbers((size_t)n * (size_t)n);
    d = new_numbers((size_t)n * (size_t)n);
    between = new_numbers((size_t)n * (size_t)n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, d[i]);
    return sum;
}
