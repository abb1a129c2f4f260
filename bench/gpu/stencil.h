// A step of heat on a plate: each cell and its four neighbours, whose edge keeps its temperature.
#include "harness.h"

enum { BLOCK_X = 32, BLOCK_Y = 8 };
static size_t width, height;
static const float rate = 0.125f;
static float *before, *after;

static void prepare(int shift) {
    width = 8192, height = 8192 >> shift;
    ALLOCATE(before, float, width *height);
    ALLOCATE(after, float, width *height);
    for (size_t i = 0; i < width * height; i++) {
        before[i] = scatter_float(i);
        after[i] = 0;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, width * height, after[i]);
    return sum;
}

ON_DEVICE static float next(size_t rows, size_t columns, float factor, const float *cells,
                            size_t row, size_t column) {
    const float *cell = cells + row * columns + column;
    if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1)
        return *cell;
    return *cell +
           factor * (cell[-1] + cell[1] + cell[-(ptrdiff_t)columns] + cell[columns] - 4 * *cell);
}
