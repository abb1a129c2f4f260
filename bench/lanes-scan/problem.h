// Prefix sums of each 256 elements, and the sum of each 256.
#include "../bench.h"

enum { BLOCK_SIZE = 256 };

static const size_t n = 1 << 24;
static int *values, *result, *sums;

static void prepare(size_t size) {
    (void)size;
    values = allocate(n * sizeof *values);
    result = allocate(n * sizeof *result);
    sums = allocate(n / BLOCK_SIZE * sizeof *sums);
    for (size_t i = 0; i < n; i++)
        values[i] = (int)(scatter(i) % 129) - 60;
}

static double checksum(void) {
    double of_result, of_sums;
    WEIGHTED_SUM(of_result, n, result[i]);
    WEIGHTED_SUM(of_sums, n / BLOCK_SIZE, sums[i]);
    return of_result + of_sums;
}

static const double expected = 34718790549, tolerance = 0;
