// PolyBench's gramschmidt: an orthonormal basis, column by column.
#include "loops.h"

static INDEX rows = 300, columns = 256;
static double *input, *a, *r, *q;

#ifdef OPENMP
static void factor(INDEX m, INDEX n, double A[m][n], double R[n][n], double Q[m][n]) {
    for (INDEX k = 0; k < n; k++) {
        double norm = 0.0;
        for (INDEX i = 0; i < m; i++)
            norm += A[i][k] * A[i][k];
        R[k][k] = sqrt(norm);
        for (INDEX i = 0; i < m; i++)
            Q[i][k] = A[i][k] / R[k][k];
#pragma omp parallel for
        for (INDEX j = k + 1; j < n; j++) {
            R[k][j] = 0.0;
            for (INDEX i = 0; i < m; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (INDEX i = 0; i < m; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
}
static void compute(void) {
    factor(rows, columns, (double (*)[columns])a, (double (*)[columns])r, (double (*)[columns])q);
}
#else
static offload_kernel void norm(INDEX m, INDEX n, INDEX k, const double A[m][n], double R[n][n]) {
    WHERE(GLOBAL_ID(0) == 0) {
        double total = 0.0;
        for (INDEX i = 0; i < m; i++)
            total += A[i][k] * A[i][k];
        R[k][k] = sqrt(total);
    }
}
static offload_kernel void scale(INDEX m, INDEX n, INDEX k, const double A[m][n],
                                 const double R[n][n], double Q[m][n]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < m)
    Q[i][k] = A[i][k] / R[k][k];
}
static offload_kernel void subtract(INDEX m, INDEX n, INDEX k, double A[m][n], double R[n][n],
                                    const double Q[m][n]) {
    INDEX j = GLOBAL_ID(0);
    WHERE(j > k && j < n) {
        R[k][j] = 0.0;
        for (INDEX i = 0; i < m; i++)
            R[k][j] += Q[i][k] * A[i][j];
        for (INDEX i = 0; i < m; i++)
            A[i][j] -= Q[i][k] * R[k][j];
    }
}
static void compute(void) {
    double (*A)[columns] = (double (*)[columns])a, (*R)[columns] = (double (*)[columns])r,
           (*Q)[columns] = (double (*)[columns])q;
    for (INDEX k = 0; k < columns; k++) {
        offload(norm, .blocks = {1}, .block_size = {1})(rows, columns, k,
                                                        (const double (*)[columns])A, R);
        offload(scale, .threads = {(size_t)rows})(rows, columns, k, (const double (*)[columns])A,
                                                  (const double (*)[columns])R, Q);
        offload(subtract, .threads = {(size_t)columns})(rows, columns, k, A, R,
                                                        (const double (*)[columns])Q);
    }
}
#endif

static void run(void) {
    for (size_t i = 0; i < (size_t)rows * (size_t)columns; i++)
        a[i] = input[i];
    compute();
}

static void prepare(size_t size) {
    rows = size ? (INDEX)size : rows;
    input = new_numbers((size_t)rows * (size_t)columns);
    a = new_numbers((size_t)rows * (size_t)columns);
    q = new_numbers((size_t)rows * (size_t)columns);
    r = new_numbers((size_t)columns * (size_t)columns);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)rows * (size_t)columns, q[i]);
    return sum;
}
