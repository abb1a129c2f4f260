// Prices of European options: mathematical functions.
#include "../bench.h"
#include "options.h"
#include "price.h"

static const size_t n = 1 << 20;

static void prepare(size_t size) {
    (void)size;
    make_options(n);
}

static double checksum(void) {
    return weighted_sum(n, call) + 2 * weighted_sum(n, put);
}

static const double expected = 250721000.46276128, tolerance = 1e-5;
