// A generation of Conway's game of life, on a board whose edges are joined.
#include "../bench.h"

static const size_t height = 4096, width = 4096;
static unsigned char *before, *after;

static void prepare(size_t size) {
    (void)size;
    before = allocate(height * width);
    after = allocate(height * width);
    for (size_t i = 0; i < height * width; i++) {
        before[i] = scatter(i) % 3 == 0;
        after[i] = 0;
    }
}

static double checksum(void) {
    double sum = 0;
    for (size_t i = 0; i < height * width; i++)
        sum += after[i] * (1 + (double)(i % 1009));
    return sum;
}

static const double expected = 3086204614, tolerance = 0;
