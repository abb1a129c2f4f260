// The product of two square matrices. Sums of such small numbers are exact in float, in any order.
#include "bench.h"

static const size_t n = 768;
static float *a, *b, *product;

static void prepare(size_t size) {
    (void)size;
    a = allocate(n * n * sizeof *a);
    b = allocate(n * n * sizeof *b);
    product = allocate(n * n * sizeof *product);
    for (size_t i = 0; i < n * n; i++) {
        a[i] = (float)(scatter(i) % 15) - 7;
        b[i] = (float)(scatter(i + n * n) % 15) - 7;
        product[i] = 0;
    }
}

static double checksum(void) {
    return weighted_sum(n * n, product);
}

static const double expected = 571778, tolerance = 0;
