// Prices of European options, in float: mathematical functions.
#include "harness.h"

#include "../black-scholes/options.h"
#include "../black-scholes/price.h"

enum { BLOCK = 256 };
static size_t n;

static void prepare(int shift) {
    n = ((size_t)1 << 26) >> shift;
    make_options(n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n, call[i] + 2 * put[i]);
    return sum;
}
