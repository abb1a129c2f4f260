// PolyBench's fdtd-2d: three fields on a plane, each from its neighbours.
#include "loops.h"

static INDEX n = 1000;
static double *ex, *ey, *hz;
static double time_step;

#define EY ey_[i][j] = ey_[i][j] - 0.5 * (hz_[i][j] - hz_[i - 1][j])
#define EX ex_[i][j] = ex_[i][j] - 0.5 * (hz_[i][j] - hz_[i][j - 1])
#define HZ hz_[i][j] = hz_[i][j] - 0.7 * (ex_[i][j + 1] - ex_[i][j] + ey_[i + 1][j] - ey_[i][j])

#ifdef OPENMP
static void first(INDEX size, double now_, double ey_[size][size], const double hz_[size][size]) {
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++)
        if (i == 0)
            for (INDEX j = 0; j < size; j++)
                ey_[i][j] = now_;
        else
            for (INDEX j = 0; j < size; j++)
                EY;
}
static void second(INDEX size, double ex_[size][size], const double hz_[size][size]) {
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++)
        for (INDEX j = 1; j < size; j++)
            EX;
}
static void third(INDEX size, const double ex_[size][size], const double ey_[size][size],
                  double hz_[size][size]) {
#pragma omp parallel for
    for (INDEX i = 0; i < size - 1; i++)
        for (INDEX j = 0; j < size - 1; j++)
            HZ;
}
#define LAUNCH(kernel) kernel
#else
static offload_kernel void first(INDEX size, double now_, double ey_[size][size],
                                 const double hz_[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size && j < size) {
        if (i == 0)
            ey_[i][j] = now_;
        else
            EY;
    }
}
static offload_kernel void second(INDEX size, double ex_[size][size],
                                  const double hz_[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size && j < size && j > 0)
    EX;
}
static offload_kernel void third(INDEX size, const double ex_[size][size],
                                 const double ey_[size][size], double hz_[size][size]) {
    INDEX j = GLOBAL_ID(0), i = GLOBAL_ID(1);
    WHERE(i < size - 1 && j < size - 1)
    HZ;
}
#define LAUNCH(kernel) offload(kernel, .threads = {(size_t)n, (size_t)n})
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    ex = new_numbers((size_t)n * (size_t)n);
    ey = new_numbers((size_t)n * (size_t)n);
    hz = new_numbers((size_t)n * (size_t)n);
}

static void run(void) {
    time_step += 1e-3;
    LAUNCH(first)(n, time_step, (double (*)[n])ey, (const double (*)[n])hz);
    LAUNCH(second)(n, (double (*)[n])ex, (const double (*)[n])hz);
    LAUNCH(third)(n, (const double (*)[n])ex, (const double (*)[n])ey, (double (*)[n])hz);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, hz[i]);
    return sum;
}
