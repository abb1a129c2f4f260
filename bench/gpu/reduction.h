// The sum, least and greatest of an array: each thread its share, each block by its lanes and in
// shared memory, and the blocks by atomics. Later runs add to the sum of the first, which is the
// one that is checked.
#include "harness.h"

enum { BLOCKS = 1056, BLOCK = 256 };
static size_t n;
static float *values, sum[1], least[1], greatest[1];

// Multiples of 1/64: their sum is exact in float for any order that adds in many parts.
static void prepare(int shift) {
    n = ((size_t)1 << 28) >> shift;
    ALLOCATE(values, float, n);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(int)(scatter(i) % 129) / 64 - 1;
    values[n / 3] = -1.5f;
    values[n / 2] = 1.5f;
    sum[0] = 0, least[0] = INFINITY, greatest[0] = -INFINITY;
}

static double checksum(void) {
    return (double)sum[0] + 100 * (double)least[0] + 1000 * (double)greatest[0];
}
