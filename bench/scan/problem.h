// Prefix sums: element i of the result is the sum of all elements up to i.
#include "../bench.h"

enum { BLOCK = 256 };
static const size_t n = 1 << 23;
static unsigned int *values, *result;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    result = allocate(n * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        values[i] = scatter(i);
        result[i] = 0;
    }
}

// The wrong elements.
static double checksum(void) {
    unsigned int sum = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        wrong += result[i] != sum;
    }
    return (double)wrong;
}

static const double expected = 0, tolerance = 0;
