// PolyBench's floyd-warshall: all shortest paths.
#include "loops.h"

static INDEX n = 300;
static int *input, *paths;

#define VIA(k)                                                                                     \
    path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j]

#ifdef OPENMP
static void compute(void) {
    int (*path)[n] = (int (*)[n])paths;
    for (INDEX k = 0; k < n; k++)
#pragma omp parallel for
        for (INDEX i = 0; i < n; i++)
            for (INDEX j = 0; j < n; j++)
                VIA(k);
}
#else
static offload_kernel void via(INDEX size, INDEX k, int path[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size && j < size)
    VIA(k);
}
static void compute(void) {
    for (INDEX k = 0; k < n; k++)
        offload(via, .threads = {(size_t)n, (size_t)n})(n, k, (int (*)[n])paths);
}
#endif

static void run(void) {
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        paths[i] = input[i];
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    input = (int *)allocate((size_t)n * (size_t)n * sizeof *input);
    paths = (int *)allocate((size_t)n * (size_t)n * sizeof *paths);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        input[i] = (int)(scatter(i) % 1000);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, paths[i]);
    return sum;
}
