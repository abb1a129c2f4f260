// laplacian.h - the Laplacian of a grid as a sparse matrix: row i's entries are those from
// starts[i] to starts[i + 1] - 1. And a vector x, and y, room for their product. For the CPU and
// for GPUs.
static size_t count, *starts;
static int *columns;
static double *values, *x, *y;

static void add_entry(size_t column, double value) {
    columns[count] = (int)column;
    values[count++] = value;
}

// A row for each cell; `side` cells are a row of the grid.
static void make_data(size_t cells, size_t side) {
    ALLOCATE(starts, size_t, cells + 1);
    ALLOCATE(columns, int, 5 * cells);
    ALLOCATE(values, double, 5 * cells);
    ALLOCATE(x, double, cells);
    ALLOCATE(y, double, cells);
    for (size_t i = 0; i < cells; i++) {
        starts[i] = count;
        if (i >= side)
            add_entry(i - side, -1);
        if (i % side > 0)
            add_entry(i - 1, -1);
        add_entry(i, 4);
        if (i % side < side - 1)
            add_entry(i + 1, -1);
        if (i + side < cells)
            add_entry(i + side, -1);
        x[i] = (double)scatter_float(i);
        y[i] = 0;
    }
    starts[cells] = count;
}
