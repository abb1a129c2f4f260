// What a launch costs whose three arrays are on the device already: one block of 64 threads.
#include "../bench.h"

enum { COUNT = 64 };
static float x[COUNT], y[COUNT], z[COUNT];

static void prepare(size_t size) {
    (void)size;
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(COUNT - i);
    }
}

static double checksum(void) {
    return weighted_sum(COUNT, z);
}

static const double expected = 16192, tolerance = 0;
