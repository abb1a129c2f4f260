// a = b + s * c, in double, by threads that stride over the arrays.
#include "harness.h"

enum { BLOCKS = 1056, BLOCK = 256 };
static size_t n;
static const double s = 3;
static double *a, *b, *c;

static void prepare(int shift) {
    n = ((size_t)1 << 26) >> shift;
    ALLOCATE(a, double, n);
    ALLOCATE(b, double, n);
    ALLOCATE(c, double, n);
    for (size_t i = 0; i < n; i++) {
        b[i] = (double)(i % 1000);
        c[i] = (double)(i % 7);
        a[i] = 0;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n, a[i]);
    return sum;
}
