// The Mandelbrot set: loops that end at different times.
#include "../bench.h"
#include "escape.h"

static const int width = 960, height = 720;
static const struct view view = {-0.65, 0, 3.2 / 960, 2.4 / 720, 256};
static float *values;

static void prepare(size_t size) {
    (void)size;
    values = allocate((size_t)width * height * sizeof *values);
    for (int i = 0; i < width * height; i++)
        values[i] = 0;
}

static double checksum(void) {
    return weighted_sum((size_t)width * height, values);
}

static const double expected = 62795.499721325003, tolerance = 1e-4;
