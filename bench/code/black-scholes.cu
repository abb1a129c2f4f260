#include "hip.h"

struct market_float {
    float rate, volatility;
};
struct market_double {
    double rate, volatility;
};

__device__ static float normal_float(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

__device__ static double normal_double(double x) {
    return 0.5 * erfc(-x * 0.70710678118654752);
}

extern "C" __global__ void price_float(size_t n, market_float market, const float *spot,
                                       const float *strike, const float *years, float *call,
                                       float *put) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float deviation = market.volatility * sqrtf(years[i]);
    float drift = (market.rate + 0.5f * market.volatility * market.volatility) * years[i];
    float d1 = (logf(spot[i] / strike[i]) + drift) / deviation, d2 = d1 - deviation;
    float discounted = strike[i] * expf(-market.rate * years[i]);
    call[i] = spot[i] * normal_float(d1) - discounted * normal_float(d2);
    put[i] = discounted * normal_float(-d2) - spot[i] * normal_float(-d1);
}

extern "C" __global__ void price_double(size_t n, market_double market, const double *spot,
                                        const double *strike, const double *years, double *call,
                                        double *put) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double deviation = market.volatility * sqrt(years[i]);
    double drift = (market.rate + 0.5 * market.volatility * market.volatility) * years[i];
    double d1 = (log(spot[i] / strike[i]) + drift) / deviation, d2 = d1 - deviation;
    double discounted = strike[i] * exp(-market.rate * years[i]);
    call[i] = spot[i] * normal_double(d1) - discounted * normal_double(d2);
    put[i] = discounted * normal_double(-d2) - spot[i] * normal_double(-d1);
}
