// A matrix times a vector.
#include "../bench.h"

enum { HEIGHT = 2000, WIDTH = 2000 };

static float *matrix, *x, *y;

static void prepare(size_t size) {
    (void)size;
    matrix = allocate(sizeof(float) * HEIGHT * WIDTH);
    x = allocate(sizeof(float) * WIDTH);
    y = allocate(sizeof(float) * HEIGHT);
    for (size_t i = 0; i < (size_t)HEIGHT * WIDTH; i++)
        matrix[i] = (float)(scatter(i) % 129) / 64 - 1;
    for (size_t i = 0; i < WIDTH; i++)
        x[i] = (float)(scatter(i) % 33) / 16;
}

static double checksum(void) {
    return weighted_sum(HEIGHT, y);
}

static const double expected = 5004.603515625, tolerance = 1e-4;
