// Prices of European options: mathematical functions.
#include "../bench.h"
#include "price.h"

static const size_t n = 1 << 20;
static const float rate = 0.03125f, volatility = 0.25f;
static float *spot, *strike, *years, *call, *put;

static void prepare(size_t size) {
    (void)size;
    float **arrays[] = {&spot, &strike, &years, &call, &put};
    for (int i = 0; i < 5; i++)
        *arrays[i] = allocate(n * sizeof(float));
    for (size_t i = 0; i < n; i++) {
        spot[i] = 5 + 25 * scatter_float(3 * i);
        strike[i] = 1 + 99 * scatter_float(3 * i + 1);
        years[i] = 0.25f + 9.75f * scatter_float(3 * i + 2);
        call[i] = put[i] = 0;
    }
}

static double checksum(void) {
    return weighted_sum(n, call) + 2 * weighted_sum(n, put);
}

static const double expected = 250721000.46276128, tolerance = 1e-5;
