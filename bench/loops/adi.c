// PolyBench's adi: a tridiagonal system for each column, then one for each row.
#include "loops.h"

static INDEX n = 500;
static double *u, *v, *p, *q;

// The coefficients that do not depend on an element.
struct coefficients {
    double a, b, c, d, e, f;
};

static struct coefficients coefficients_of(INDEX size) {
    double dx = 1.0 / (double)size, dt = 1.0 / 100;
    double mul1 = 2.0 * dt / (dx * dx), mul2 = 1.0 * dt / (dx * dx);
    return (struct coefficients){-mul1 / 2, 1.0 + mul1, -mul1 / 2,
                                 -mul2 / 2, 1.0 + mul2, -mul2 / 2};
}

// A column i of U, to a column of V.
#define COLUMN                                                                                     \
    V[0][i] = 1.0;                                                                                 \
    P[i][0] = 0.0;                                                                                 \
    Q[i][0] = V[0][i];                                                                             \
    for (INDEX j = 1; j < size - 1; j++) {                                                         \
        P[i][j] = -c.c / (c.a * P[i][j - 1] + c.b);                                                \
        Q[i][j] = (-c.d * U[j][i - 1] + (1.0 + 2.0 * c.d) * U[j][i] - c.f * U[j][i + 1] -          \
                   c.a * Q[i][j - 1]) /                                                            \
                  (c.a * P[i][j - 1] + c.b);                                                       \
    }                                                                                              \
    V[size - 1][i] = 1.0;                                                                          \
    for (INDEX j = size - 2; j >= 1; j--)                                                          \
        V[j][i] = P[i][j] * V[j + 1][i] + Q[i][j];

#define ROW                                                                                        \
    U[i][0] = 1.0;                                                                                 \
    P[i][0] = 0.0;                                                                                 \
    Q[i][0] = U[i][0];                                                                             \
    for (INDEX j = 1; j < size - 1; j++) {                                                         \
        P[i][j] = -c.f / (c.d * P[i][j - 1] + c.e);                                                \
        Q[i][j] = (-c.a * V[i - 1][j] + (1.0 + 2.0 * c.a) * V[i][j] - c.c * V[i + 1][j] -          \
                   c.d * Q[i][j - 1]) /                                                            \
                  (c.d * P[i][j - 1] + c.e);                                                       \
    }                                                                                              \
    U[i][size - 1] = 1.0;                                                                          \
    for (INDEX j = size - 2; j >= 1; j--)                                                          \
        U[i][j] = P[i][j] * U[i][j + 1] + Q[i][j];

#ifdef OPENMP
static void columns(INDEX size, struct coefficients c, const double U[size][size],
                    double V[size][size], double P[size][size], double Q[size][size]) {
#pragma omp parallel for
    for (INDEX i = 1; i < size - 1; i++) {
        COLUMN
    }
}
static void rows(INDEX size, struct coefficients c, double U[size][size],
                 const double V[size][size], double P[size][size], double Q[size][size]) {
#pragma omp parallel for
    for (INDEX i = 1; i < size - 1; i++) {
        ROW
    }
}
#define LAUNCH(kernel) kernel
#else
static offload_kernel void columns(INDEX size, struct coefficients c, const double U[size][size],
                                   double V[size][size], double P[size][size],
                                   double Q[size][size]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i >= 1 && i < size - 1) {
        COLUMN
    }
}
static offload_kernel void rows(INDEX size, struct coefficients c, double U[size][size],
                                const double V[size][size], double P[size][size],
                                double Q[size][size]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i >= 1 && i < size - 1) {
        ROW
    }
}
#define LAUNCH(kernel) offload(kernel, .threads = {(size_t)n})
#endif

static void run(void) {
    struct coefficients c = coefficients_of(n);
    LAUNCH(columns)(n, c, (const double (*)[n])u, (double (*)[n])v, (double (*)[n])p,
                    (double (*)[n])q);
    LAUNCH(rows)(n, c, (double (*)[n])u, (const double (*)[n])v, (double (*)[n])p,
                 (double (*)[n])q);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    u = new_numbers((size_t)n * (size_t)n);
    v = new_numbers((size_t)n * (size_t)n);
    p = new_numbers((size_t)n * (size_t)n);
    q = new_numbers((size_t)n * (size_t)n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, u[i]);
    return sum;
}
