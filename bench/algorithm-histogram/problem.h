// How often each byte occurs.
#include "../bench.h"

enum { BINS = 256 };
static const size_t n = 1 << 25;
static unsigned char *bytes;
static size_t bins[BINS];

static void prepare(size_t size) {
    (void)size;
    bytes = allocate(n);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)((scatter(i) & 15) * (scatter(i) >> 28));
}

static double checksum(void) {
    double sum = 0;
    for (int i = 0; i < BINS; i++)
        sum += (double)bins[i] * i;
    return sum;
}

static const double expected = 1887400683, tolerance = 0;
