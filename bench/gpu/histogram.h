// How often each byte occurs: atomics in shared memory, then in the device's. Later runs add to the
// counts of the first, which are those that are checked.
#include "harness.h"

enum { BINS = 256, BLOCKS = 1056, BLOCK = 256 };
static size_t n;
static unsigned char *bytes;
static unsigned int bins[BINS];

static void prepare(int shift) {
    n = ((size_t)1 << 29) >> shift;
    ALLOCATE(bytes, unsigned char, n);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)((scatter(i) & 15) * (scatter(i) >> 28));
}

static double checksum(void) {
    double sum = 0;
    for (int i = 0; i < BINS; i++)
        sum += (double)bins[i] * (i + 1);
    return sum;
}
