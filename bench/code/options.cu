#include "hip.h"

__device__ static float share_below(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float density = 0.39894228f * expf(-0.5f * d * d);
    float above = density * k *
                  (0.31938153f + k * (-0.356563782f +
                                      k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - above : above;
}

__device__ static void price(float spot, float strike, float years, float rate, float volatility,
                             float root, float *call, float *put) {
    float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) /
               (volatility * root);
    float d2 = d1 - volatility * root;
    float below1 = share_below(d1), below2 = share_below(d2);
    float discounted = strike * expf(-rate * years);
    *call = spot * below1 - discounted * below2;
    *put = discounted * (1 - below2) - spot * (1 - below1);
}

extern "C" __global__ void options_root(size_t n, float rate, float volatility,
                                        const float *__restrict__ spot,
                                        const float *__restrict__ strike,
                                        const float *__restrict__ years, float *__restrict__ call,
                                        float *__restrict__ put) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        price(spot[i], strike[i], years[i], rate, volatility, sqrtf(years[i]), &call[i], &put[i]);
}

extern "C" __global__ void options_rsqrt(size_t n, float rate, float volatility,
                                         const float *__restrict__ spot,
                                         const float *__restrict__ strike,
                                         const float *__restrict__ years, float *__restrict__ call,
                                         float *__restrict__ put) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        price(spot[i], strike[i], years[i], rate, volatility, 1 / rsqrtf(years[i]), &call[i],
              &put[i]);
}
