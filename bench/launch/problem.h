// What a launch costs: one block of 64 threads that add one to an element each.
#include "../bench.h"

enum { COUNT = 64 };
static float y[COUNT];

static void prepare(size_t size) {
    (void)size;
    for (int i = 0; i < COUNT; i++)
        y[i] = (float)i;
}

static double checksum(void) {
    return weighted_sum(COUNT, y);
}

static const double expected = 8380, tolerance = 0;
