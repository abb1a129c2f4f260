// PolyBench's gemver: a rank-2 update of a matrix, and products with it and with its transpose.
#include "loops.h"

static INDEX n = 1500;
static double *a, *u1, *v1, *u2, *v2, *w, *x, *y, *z;
static const double alpha = 1.5, beta = 1.2;

#ifdef OPENMP
static void gemver(INDEX size, double A[size][size]) {
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++)
        for (INDEX j = 0; j < size; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    // The loops are exchanged, so that memory is read in order.
#pragma omp parallel
    for (INDEX j = 0; j < size; j++) {
#pragma omp for schedule(static) nowait
        for (INDEX i = 0; i < size; i++)
            x[i] = x[i] + beta * A[j][i] * y[j];
    }
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++)
        x[i] = x[i] + z[i];
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++)
        for (INDEX j = 0; j < size; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
}
static void compute(void) {
    gemver(n, (double (*)[n])a);
}
#else
static offload_kernel void update(INDEX size, double A[size][size], const double U1[size],
                                  const double V1[size], const double U2[size],
                                  const double V2[size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size && j < size)
    A[i][j] += U1[i] * V1[j] + U2[i] * V2[j];
}
static offload_kernel void transposed(INDEX size, const double A[size][size], double X[size],
                                      const double Y[size], const double Z[size], double by) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < size) {
        for (INDEX j = 0; j < size; j++)
            X[i] += by * A[j][i] * Y[j];
        X[i] += Z[i];
    }
}
static offload_kernel void straight(INDEX size, const double A[size][size], double W[size],
                                    const double X[size], double by) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < size)
    for (INDEX j = 0; j < size; j++)
        W[i] += by * A[i][j] * X[j];
}
static void compute(void) {
    size_t threads = (size_t)n;
    offload(update, .threads = {threads, threads})(n, (double (*)[n])a, u1, v1, u2, v2);
    offload(transposed, .threads = {threads})(n, (const double (*)[n])a, x, y, z, beta);
    offload(straight, .threads = {threads})(n, (const double (*)[n])a, w, x, alpha);
}
#endif

static void run(void) {
    for (size_t i = 0; i < (size_t)n; i++)
        w[i] = x[i] = 0;
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n);
    double **vectors[] = {&u1, &v1, &u2, &v2, &w, &x, &y, &z};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = new_numbers((size_t)n);
    for (size_t i = 0; i < (size_t)n; i++)
        u1[i] *= 1e-3, u2[i] *= -1e-3; // the matrix grows slowly from run to run
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n, w[i]);
    return sum;
}
