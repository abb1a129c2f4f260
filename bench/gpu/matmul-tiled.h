// The product of two square matrices through tiles in shared memory. Its sums are exact in float.
#include "harness.h"

enum { TILE = 16 };
static size_t n;
static float *a, *b, *product;

static void prepare(int shift) {
    n = 4096 >> shift;
    ALLOCATE(a, float, n *n);
    ALLOCATE(b, float, n *n);
    ALLOCATE(product, float, n *n);
    for (size_t i = 0; i < n * n; i++) {
        a[i] = (float)(int)(scatter(i) % 15) - 7;
        b[i] = (float)(int)(scatter(i + n * n) % 15) - 7;
        product[i] = 0;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n * n, fabsf(product[i]));
    return sum;
}
