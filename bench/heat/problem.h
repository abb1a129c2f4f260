// One step of heat over a plate: a 2-D stencil.
#include "../bench.h"

static const size_t height = 4096, width = 4096;
static const float rate = 0.2f;
static float *before, *after;

static void prepare(size_t size) {
    (void)size;
    before = allocate(height * width * sizeof *before);
    after = allocate(height * width * sizeof *after);
    for (size_t i = 0; i < height * width; i++) {
        before[i] = scatter_float(i) * 100;
        after[i] = 0;
    }
}

static double checksum(void) {
    return weighted_sum(height * width, after);
}

static const double expected = 3355084271.3065319, tolerance = 1e-6;
