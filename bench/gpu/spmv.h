// A sparse matrix, the Laplacian of a grid, times a vector: a thread for each row, whose entries
// are those from starts[row] to starts[row + 1] - 1.
#include "harness.h"

enum { BLOCK = 256, SIDE = 4096 };
static size_t rows, count, *starts;
static int *columns;
static double *values, *x, *y;

static void add_entry(size_t column, double value) {
    columns[count] = (int)column;
    values[count++] = value;
}

static void prepare(int shift) {
    rows = ((size_t)SIDE * SIDE) >> shift;
    ALLOCATE(starts, size_t, rows + 1);
    ALLOCATE(columns, int, 5 * rows);
    ALLOCATE(values, double, 5 * rows);
    ALLOCATE(x, double, rows);
    ALLOCATE(y, double, rows);
    for (size_t i = 0; i < rows; i++) {
        starts[i] = count;
        if (i >= SIDE)
            add_entry(i - SIDE, -1);
        if (i % SIDE > 0)
            add_entry(i - 1, -1);
        add_entry(i, 4);
        if (i % SIDE < SIDE - 1)
            add_entry(i + 1, -1);
        if (i + SIDE < rows)
            add_entry(i + SIDE, -1);
        x[i] = (double)scatter_float(i);
        y[i] = 0;
    }
    starts[rows] = count;
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, rows, fabs(y[i]));
    return sum;
}
