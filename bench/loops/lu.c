// PolyBench's lu: a factorisation without pivots, in the form that updates what is right and below.
#include "loops.h"

static INDEX n = 300;
static double *input, *a;

#ifdef OPENMP
static void compute(void) {
    double (*A)[n] = (double (*)[n])a;
    for (INDEX k = 0; k < n; k++) {
#pragma omp parallel for
        for (INDEX i = k + 1; i < n; i++) {
            A[i][k] /= A[k][k];
            for (INDEX j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
    }
}
#else
static offload_kernel void scale(INDEX size, INDEX k, double A[size][size]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i > k && i < size)
    A[i][k] /= A[k][k];
}
static offload_kernel void update(INDEX size, INDEX k, double A[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i > k && j > k && i < size && j < size)
    A[i][j] -= A[i][k] * A[k][j];
}
static void compute(void) {
    size_t threads = (size_t)n;
    for (INDEX k = 0; k < n; k++) {
        offload(scale, .threads = {threads})(n, k, (double (*)[n])a);
        offload(update, .threads = {threads, threads})(n, k, (double (*)[n])a);
    }
}
#endif

static void run(void) {
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        a[i] = input[i];
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    input = new_numbers((size_t)n * (size_t)n);
    a = new_numbers((size_t)n * (size_t)n);
    for (size_t i = 0; i < (size_t)n; i++)
        input[i * (size_t)n + i] += (double)n;
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, a[i]);
    return sum;
}
