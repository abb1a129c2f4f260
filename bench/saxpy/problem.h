// y = a * x + y.
#include "../bench.h"

static size_t n = 1 << 24;
static const float a = 0.5f;
static float *x, *y;

static float initial_x(size_t i) {
    return (float)(i % 1000);
}

static float initial_y(size_t i) {
    return (float)(i % 7);
}

static void prepare(size_t size) {
    n = size ? size : n;
    x = allocate(n * sizeof *x);
    y = allocate(n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        x[i] = initial_x(i);
        y[i] = initial_y(i);
    }
}

// The wrong elements.
static double checksum(void) {
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += y[i] != initial_y(i) + a * initial_x(i);
    return (double)wrong;
}

static const double expected = 0, tolerance = 0;
