// Sets all elements of an array.
#include "../bench.h"

static const size_t n = 1 << 24;
static float *values;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = 0;
}

static double checksum(void) {
    return weighted_sum(n, values);
}

static const double expected = 1.5 * 67108861, tolerance = 1e-6;
