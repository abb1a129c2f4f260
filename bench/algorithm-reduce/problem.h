// The sum of an array of floats.
#include "../bench.h"

static const size_t n = 1 << 25;
static float *values, sum;

// Multiples of 1/64: their sum is exact in float for any order that adds in many parts.
static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(scatter(i) % 129) / 64 - 1;
}

static double checksum(void) {
    return (double)sum;
}

static const double expected = 991.28125, tolerance = 1e-3;
