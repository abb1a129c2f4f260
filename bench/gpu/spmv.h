// A sparse matrix, the Laplacian of a grid, times a vector: a thread for each row.
#include "harness.h"

#include "../spmv/laplacian.h"

enum { BLOCK = 256, SIDE = 4096 };
static size_t rows;

static void prepare(int shift) {
    rows = ((size_t)SIDE * SIDE) >> shift;
    make_data(rows, SIDE);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, rows, fabs(y[i]));
    return sum;
}
