// A sparse matrix, the Laplacian of a grid, times a vector.
#include "../bench.h"
#include "laplacian.h"

static const size_t rows = 1000 * 1000;

static void prepare(size_t size) {
    (void)size;
    make_data(rows, 1000);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, rows, fabs(y[i]));
    return sum;
}

static const double expected = 4329129.4767181873, tolerance = 1e-9;
