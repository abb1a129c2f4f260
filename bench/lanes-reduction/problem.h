// The sum of an array.
#include "../bench.h"

static const size_t n = 1 << 24;
static int *values, sum;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = (int)(scatter(i) % 129) - 60;
}

static double checksum(void) {
    return (double)sum;
}

static const double expected = 67190409, tolerance = 0;
