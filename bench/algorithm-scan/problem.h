// Prefix sums of floats.
#include "../bench.h"

static const size_t n = 1 << 23;
static float *values, *result;

// Integers whose sums are exact in float.
static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    result = allocate(n * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        values[i] = (float)(scatter(i) % 3) - 1;
        result[i] = 0;
    }
}

// The wrong elements.
static double checksum(void) {
    float sum = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        wrong += result[i] != sum;
    }
    return (double)wrong;
}

static const double expected = 0, tolerance = 0;
