// A blurred image: along its rows, then along its columns.
#include "../bench.h"
#include "blurred.h"

enum { RADIUS = 8 };
static const int width = 2048, height = 1024, radius = RADIUS;
static float *image, *between, *result, weights[2 * RADIUS + 1];

static void prepare(size_t size) {
    (void)size;
    size_t bytes = (size_t)width * height * sizeof(float);
    image = allocate(bytes);
    between = allocate(bytes);
    result = allocate(bytes);
    for (int i = 0; i < width * height; i++) {
        image[i] = scatter_float((size_t)i);
        between[i] = result[i] = 0;
    }
    for (int i = 0; i <= 2 * radius; i++)
        weights[i] = expf(-0.05f * (float)((i - radius) * (i - radius))) / 7.8f;
}

static double checksum(void) {
    return weighted_sum((size_t)width * height, result);
}

static const double expected = 4272348.6789213717, tolerance = 1e-5;
