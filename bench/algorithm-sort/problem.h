// Sorts integers.
#include "../bench.h"

static const size_t n = 1 << 22;
static int *given, *keys;

static void prepare(size_t size) {
    (void)size;
    given = allocate(n * sizeof *given);
    keys = allocate(n * sizeof *keys);
    for (size_t i = 0; i < n; i++)
        given[i] = (int)scatter(i);
}

// The keys are copied first, in all ways. OpenCL has a kernel for it.
static inline void give(void) {
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        keys[i] = given[i];
    }
}

// How many keys are in the wrong place.
static double checksum(void) {
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += (i && keys[i - 1] > keys[i]);
    return (double)wrong;
}

static const double expected = 0, tolerance = 0;
