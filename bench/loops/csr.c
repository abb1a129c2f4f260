// A sparse matrix times a vector, with a group of 32 lanes for each row, as CUDA's csr_vector:
// lanes take turns at the row's elements, and add up their sums by shuffles.
#include "loops.h"

enum { LANES = 32 };

static INDEX n = 20000, *start, *column;
static double *value, *x, *y;
#ifdef OPENMP
static void multiply(INDEX rows, const INDEX begin[rows + 1], INDEX all, const INDEX where[all],
                     const double number[all], const double in[rows], double out[rows]) {
#pragma omp parallel for
    for (INDEX row = 0; row < rows; row++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (INDEX i = begin[row]; i < begin[row + 1]; i++)
            sum += number[i] * in[where[i]];
        out[row] = sum;
    }
}
#define MULTIPLY(...) multiply(__VA_ARGS__)
#else
static offload_kernel void multiply(INDEX rows, const INDEX begin[rows + 1], INDEX all,
                                    const INDEX where[all], const double number[all],
                                    const double in[rows], double out[rows]) {
    INDEX row = GLOBAL_ID(0) / LANES, lane = (INDEX)(offload_lane_id() % LANES);
    WHERE(row < rows) {
        double sum = 0;
        for (INDEX i = begin[row] + lane; i < begin[row + 1]; i += LANES)
            sum += number[i] * in[where[i]];
        for (unsigned d = LANES / 2; d > 0; d /= 2)
            sum += offload_lane_shuffle_down(sum, d, LANES);
        if (lane == 0)
            out[row] = sum;
    }
}
#define MULTIPLY(rows, ...)                                                                        \
    offload(multiply, .threads = {(size_t)(rows) * LANES}, .block_size = {256})(rows, __VA_ARGS__)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    start = (INDEX *)allocate(((size_t)n + 1) * sizeof *start);
    start[0] = 0;
    for (INDEX i = 0; i < n; i++)
        start[i + 1] = start[i] + 20 + i * 7 % 60;
    column = (INDEX *)allocate((size_t)start[n] * sizeof *column);
    for (INDEX i = 0; i < start[n]; i++)
        column[i] = (INDEX)((unsigned)i * 2654435761u % (unsigned)n);
    value = new_numbers((size_t)start[n]);
    x = new_numbers((size_t)n);
    y = new_numbers((size_t)n);
}

static void run(void) {
    MULTIPLY(n, start, start[n], column, value, x, y);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n, y[i]);
    return (float)sum;
}
