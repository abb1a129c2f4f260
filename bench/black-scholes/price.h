#ifndef BENCH_PRICE_H
#define BENCH_PRICE_H

#include "../both.h"

// The share of a standard normal distribution below x.
ON_DEVICE static float normal(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

ON_DEVICE static inline void price(float rate, float volatility, float spot, float strike,
                                   float years, float *call, float *put) {
    float deviation = volatility * sqrtf(years);
    float drift = (rate + 0.5f * volatility * volatility) * years;
    float d1 = (logf(spot / strike) + drift) / deviation, d2 = d1 - deviation;
    float discounted = strike * expf(-rate * years);
    *call = spot * normal(d1) - discounted * normal(d2);
    *put = discounted * normal(-d2) - spot * normal(-d1);
}

#endif
