// The elements of an array that are positive.
#include "../bench.h"

static const size_t n = 1 << 24;
static float *values, *result;
static size_t count;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    result = allocate(n * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        values[i] = scatter_float(i) - 0.5f;
        result[i] = 0;
    }
}

static int is_positive(float value) {
    return value > 0;
}

// The wrong elements.
static double checksum(void) {
    size_t wrong = 0, at = 0;
    for (size_t i = 0; i < n; i++)
        if (is_positive(values[i]))
            wrong += result[at++] != values[i];
    return (double)(wrong + (at != count));
}

static const double expected = 0, tolerance = 0;
