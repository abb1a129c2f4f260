// PolyBench's seidel-2d, along wavefronts: a nine-point stencil in place. A front is the elements
// (i, j) with one value of 2 * i + j.
#include "loops.h"

static INDEX n = 600;
static double *a;

#define STEP                                                                                       \
    A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +           \
               A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /                    \
              9.0

#ifdef OPENMP
static void compute(void) {
    double (*A)[n] = (double (*)[n])a;
    for (INDEX front = 3; front <= 3 * (n - 2); front++) {
        INDEX first = front > n - 2 ? (front - (n - 2) + 1) / 2 : 1;
        INDEX last = (front - 1) / 2 < n - 2 ? (front - 1) / 2 : n - 2;
        first = first < 1 ? 1 : first;
#pragma omp parallel for
        for (INDEX i = first; i <= last; i++) {
            INDEX j = front - 2 * i;
            STEP;
        }
    }
}
#else
static offload_kernel void on_front(INDEX size, INDEX front, double A[size][size]) {
    INDEX i = GLOBAL_ID(0), j = front - 2 * i;
    WHERE(i >= 1 && i < size - 1 && j >= 1 && j < size - 1)
    STEP;
}
static void compute(void) {
    for (INDEX front = 3; front <= 3 * (n - 2); front++)
        offload(on_front, .threads = {(size_t)n})(n, front, (double (*)[n])a);
}
#endif

static void run(void) {
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_numbers((size_t)n * (size_t)n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, a[i]);
    return sum;
}
