// Prices of European options, in float: mathematical functions.
#include "harness.h"

enum { BLOCK = 256 };
static size_t n;
static const float rate = 0.03125f, volatility = 0.25f;
static float *spot, *strike, *years, *call, *put;

static void prepare(int shift) {
    n = ((size_t)1 << 26) >> shift;
    ALLOCATE(spot, float, n);
    ALLOCATE(strike, float, n);
    ALLOCATE(years, float, n);
    ALLOCATE(call, float, n);
    ALLOCATE(put, float, n);
    for (size_t i = 0; i < n; i++) {
        spot[i] = 5 + 25 * scatter_float(3 * i);
        strike[i] = 1 + 99 * scatter_float(3 * i + 1);
        years[i] = 0.25f + 9.75f * scatter_float(3 * i + 2);
        call[i] = put[i] = 0;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n, call[i] + 2 * put[i]);
    return sum;
}

// The share of a standard normal distribution below x.
ON_DEVICE static float normal(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

ON_DEVICE static void price(float interest, float motion, float from, float to, float during,
                            float *bought, float *sold) {
    float deviation = motion * sqrtf(during);
    float drift = (interest + 0.5f * motion * motion) * during;
    float d1 = (logf(from / to) + drift) / deviation, d2 = d1 - deviation;
    float discounted = to * expf(-interest * during);
    *bought = from * normal(d1) - discounted * normal(d2);
    *sold = discounted * normal(-d2) - from * normal(-d1);
}
