// 256 MiB of malloc's memory to the device, from it, and both ways for a launch.
#include "harness.h"

static size_t n;
static unsigned char *bytes;

static void prepare(int shift) {
    n = ((size_t)256 << 20) >> shift;
    ALLOCATE(bytes, unsigned char, n);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)scatter(i);
}

static double checksum(void) {
    double sum = 0;
    for (size_t i = 1; i < n; i++)
        sum += (double)bytes[i] * (double)(1 + i % 7);
    return sum;
}
