// PolyBench's correlation, and, with COVARIANCE, its covariance: of each pair of columns.
#include "loops.h"

static INDEX rows = 500, columns = 400;
static double *input, *data, *means, *deviations, *result;

#ifdef OPENMP
static void mean(INDEX m, INDEX n, const double D[n][m], double M[m]) {
#pragma omp parallel for
    for (INDEX j = 0; j < m; j++) {
        M[j] = 0.0;
        for (INDEX i = 0; i < n; i++)
            M[j] += D[i][j];
        M[j] /= (double)n;
    }
}
#ifndef COVARIANCE
static void deviation(INDEX m, INDEX n, const double D[n][m], const double M[m], double S[m]) {
#pragma omp parallel for
    for (INDEX j = 0; j < m; j++) {
        S[j] = 0.0;
        for (INDEX i = 0; i < n; i++)
            S[j] += (D[i][j] - M[j]) * (D[i][j] - M[j]);
        S[j] = sqrt(S[j] / (double)n);
        S[j] = S[j] <= 0.1 ? 1.0 : S[j];
    }
}
#endif
static void center(INDEX m, INDEX n, double D[n][m], const double M[m], const double S[m]) {
#pragma omp parallel for
    for (INDEX i = 0; i < n; i++)
        for (INDEX j = 0; j < m; j++)
#ifdef COVARIANCE
            D[i][j] -= M[j];
#else
            D[i][j] = (D[i][j] - M[j]) / (sqrt((double)n) * S[j]);
#endif
    (void)S;
}
static void products(INDEX m, INDEX n, const double D[n][m], double R[m][m]) {
#pragma omp parallel for schedule(dynamic, 8)
    for (INDEX i = 0; i < m; i++) {
        for (INDEX j = i; j < m; j++)
            R[i][j] = 0.0;
        for (INDEX k = 0; k < n; k++)
            for (INDEX j = i; j < m; j++)
                R[i][j] += D[k][i] * D[k][j];
        for (INDEX j = i + 1; j < m; j++)
            R[j][i] = R[i][j];
    }
}
#define LAUNCH(kernel, ...) kernel
#else
static offload_kernel void mean(INDEX m, INDEX n, const double D[n][m], double M[m]) {
    INDEX j = GLOBAL_ID(0);
    WHERE(j < m) {
        M[j] = 0.0;
        for (INDEX i = 0; i < n; i++)
            M[j] += D[i][j];
        M[j] /= (double)n;
    }
}
#ifndef COVARIANCE
static offload_kernel void deviation(INDEX m, INDEX n, const double D[n][m], const double M[m],
                                     double S[m]) {
    INDEX j = GLOBAL_ID(0);
    WHERE(j < m) {
        S[j] = 0.0;
        for (INDEX i = 0; i < n; i++)
            S[j] += (D[i][j] - M[j]) * (D[i][j] - M[j]);
        S[j] = sqrt(S[j] / (double)n);
        if (S[j] <= 0.1)
            S[j] = 1.0;
    }
}
#endif
static offload_kernel void center(INDEX m, INDEX n, double D[n][m], const double M[m],
                                  const double S[m]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < n && j < m)
#ifdef COVARIANCE
    D[i][j] -= M[j];
#else
    D[i][j] = (D[i][j] - M[j]) / (sqrt((double)n) * S[j]);
#endif
}
static offload_kernel void products(INDEX m, INDEX n, const double D[n][m], double R[m][m]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < m && j < m && j >= i) {
        double total = 0.0;
        for (INDEX k = 0; k < n; k++)
            total += D[k][i] * D[k][j];
        R[i][j] = total;
        R[j][i] = total;
    }
}
#define LAUNCH(kernel, ...) offload(kernel, .threads = {__VA_ARGS__})
#endif

static void run(void) {
    INDEX m = columns, n = rows;
    for (size_t i = 0; i < (size_t)rows * (size_t)columns; i++)
        data[i] = input[i];
    LAUNCH(mean, (size_t)m)(m, n, (const double (*)[m])data, means);
#ifndef COVARIANCE
    LAUNCH(deviation, (size_t)m)(m, n, (const double (*)[m])data, means, deviations);
#endif
    LAUNCH(center, (size_t)m, (size_t)n)(m, n, (double (*)[m])data, means, deviations);
    LAUNCH(products, (size_t)m, (size_t)m)(m, n, (const double (*)[m])data, (double (*)[m])result);
}

static void prepare(size_t size) {
    columns = size ? (INDEX)size : columns;
    input = new_numbers((size_t)rows * (size_t)columns);
    data = new_numbers((size_t)rows * (size_t)columns);
    means = new_numbers((size_t)columns);
    deviations = new_numbers((size_t)columns);
    result = new_numbers((size_t)columns * (size_t)columns);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)columns * (size_t)columns, result[i]);
    return sum;
}
