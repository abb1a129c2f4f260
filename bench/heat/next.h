#ifndef BENCH_NEXT_H
#define BENCH_NEXT_H

#include "../both.h"

// A cell's temperature one step on. The edge of the plate keeps its temperature.
ON_DEVICE static inline float next(size_t height, size_t width, float rate,
                                   const GLOBAL float *cells, size_t row, size_t column) {
    const GLOBAL float *cell = cells + row * width + column;
    if (row == 0 || row == height - 1 || column == 0 || column == width - 1)
        return *cell;
    return *cell + rate * (cell[-1] + cell[1] + cell[-(ptrdiff_t)width] + cell[width] - 4 * *cell);
}

#endif
