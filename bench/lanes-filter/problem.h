// The elements of an array that are positive, in any order.
#include "../bench.h"

static const size_t n = 1 << 24;
static int *values, *result, count;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    result = allocate(n * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        values[i] = (int)(scatter(i) % 129) - 64;
        result[i] = 0;
    }
}

static double checksum(void) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += result[i] > 0 ? result[i] : -1e9;
    return sum + 1000.0 * count;
}

static const double expected = 8595964193, tolerance = 0;
