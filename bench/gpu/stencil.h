// A step of heat on a plate: each cell and its four neighbours, whose edge keeps its temperature.
#include "harness.h"

#include "../heat/next.h"

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
