// y = a * x + y, in float: memory, one stream there and two that are read.
#include "harness.h"

enum { BLOCK = 256 };
static size_t n;
static const float a = 0.5f;
static float *x, *y;

static void prepare(int shift) {
    n = ((size_t)1 << 27) >> shift;
    ALLOCATE(x, float, n);
    ALLOCATE(y, float, n);
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = (float)(i % 7);
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n, y[i]);
    return sum;
}
