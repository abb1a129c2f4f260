// After Rodinia's kmeans: the nearest of some centers for each point, and the points' numbers.
#include "loops.h"

enum { FEATURES = 16, CENTERS = 8 };

static INDEX n = 100000;
static float *features, *centers; // a feature of all points, then the next one
static int *nearest;

#define ASSIGN                                                                                     \
    int best = 0;                                                                                  \
    float least = INFINITY;                                                                        \
    for (int c = 0; c < CENTERS; c++) {                                                            \
        float d = 0;                                                                               \
        for (int f = 0; f < FEATURES; f++)                                                         \
            d += (F[f][i] - M[c][f]) * (F[f][i] - M[c][f]);                                        \
        if (d < least) {                                                                           \
            least = d;                                                                             \
            best = c;                                                                              \
        }                                                                                          \
    }                                                                                              \
    Nearest[i] = best;

#ifdef OPENMP
static void assign(INDEX points, const float F[FEATURES][points], const float M[CENTERS][FEATURES],
                   int Nearest[points]) {
#pragma omp parallel for simd
    for (INDEX i = 0; i < points; i++) {
        ASSIGN
    }
}
#define LAUNCH assign
#else
static offload_kernel void assign(INDEX points, const float F[FEATURES][points],
                                  const float M[CENTERS][FEATURES], int Nearest[points]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < points) {
        ASSIGN
    }
}
#define LAUNCH offload(assign, .threads = {(size_t)n})
#endif

static void run(void) {
    LAUNCH(n, (const float (*)[n])features, (const float (*)[FEATURES])centers, nearest);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    features = new_floats(FEATURES * (size_t)n);
    centers = new_floats(CENTERS * FEATURES);
    nearest = (int *)allocate((size_t)n * sizeof *nearest);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n, nearest[i]);
    return sum;
}
