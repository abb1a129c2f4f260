// A sparse matrix, the Laplacian of a grid, times a vector. Row i's entries are those from
// starts[i] to starts[i + 1] - 1.
#include "../bench.h"

static const int side = 1000;
static const size_t rows = 1000 * 1000;
static size_t count, *starts;
static int *columns;
static double *values, *x, *y;

static void add_entry(size_t column, double value) {
    columns[count] = (int)column;
    values[count++] = value;
}

static void prepare(size_t size) {
    (void)size;
    starts = allocate((rows + 1) * sizeof *starts);
    columns = allocate(5 * rows * sizeof *columns);
    values = allocate(5 * rows * sizeof *values);
    x = allocate(rows * sizeof *x);
    y = allocate(rows * sizeof *y);
    for (size_t i = 0; i < rows; i++) {
        int column = (int)i % side, row = (int)i / side;
        starts[i] = count;
        if (row > 0)
            add_entry(i - (size_t)side, -1);
        if (column > 0)
            add_entry(i - 1, -1);
        add_entry(i, 4);
        if (column < side - 1)
            add_entry(i + 1, -1);
        if (row < side - 1)
            add_entry(i + (size_t)side, -1);
        x[i] = (double)scatter_float(i);
        y[i] = 0;
    }
    starts[rows] = count;
}

static double checksum(void) {
    double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += fabs(y[i]) * (double)(1 + i % 7);
    return sum;
}

static const double expected = 4329129.4767181873, tolerance = 1e-9;
