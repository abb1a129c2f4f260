// The sum, least and greatest of an array.
#include "../bench.h"

static const size_t n = 1 << 25;
static float *values, sum, least, greatest;

// Multiples of 1/64: their sum is exact in float for any order that adds in many parts.
static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(scatter(i) % 129) / 64 - 1;
    values[n / 3] = -1.5f;
    values[n / 2] = 1.5f;
}

static double checksum(void) {
    return (double)sum + 100 * (double)least + 1000 * (double)greatest;
}

static const double expected = 2341.28125, tolerance = 1e-6;
