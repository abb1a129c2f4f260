// The sums of each 256 elements.
#include "../bench.h"

enum { BLOCK_SIZE = 256 };

static const size_t n = 1 << 24;
static float *values, *sums;

// Multiples of 1/64: their sums are exact in float.
static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    sums = allocate(n / BLOCK_SIZE * sizeof *sums);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(scatter(i) % 129) / 64 - 1;
}

static double checksum(void) {
    return weighted_sum(n / BLOCK_SIZE, sums);
}

static const double expected = 6444.140625, tolerance = 1e-9;
