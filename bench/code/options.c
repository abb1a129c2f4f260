// European options, with a polynomial in place of erfc, and the reciprocal of a root.
#include <offload.h>

#include <math.h>

static float reciprocal_root(float x) {
#if defined __NVPTX__
    return __nvvm_rsqrt_approx_f(x);
#elif defined __AMDGPU__
    return __builtin_amdgcn_rsqf(x);
#else
    return 1 / sqrtf(x);
#endif
}

// Hastings' approximation of the share of a standard normal distribution below d.
static float share_below(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float density = 0.39894228f * expf(-0.5f * d * d);
    float above = density * k *
                  (0.31938153f + k * (-0.356563782f +
                                      k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - above : above;
}

static void price(float spot, float strike, float years, float rate, float volatility, float root,
                  float *call, float *put) {
    float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) /
               (volatility * root);
    float d2 = d1 - volatility * root;
    float below1 = share_below(d1), below2 = share_below(d2);
    float discounted = strike * expf(-rate * years);
    *call = spot * below1 - discounted * below2;
    *put = discounted * (1 - below2) - spot * (1 - below1);
}

offload_kernel void options_root(size_t n, float rate, float volatility,
                                 const float spot[restrict n], const float strike[restrict n],
                                 const float years[restrict n], float call[restrict n],
                                 float put[restrict n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        price(spot[i], strike[i], years[i], rate, volatility, sqrtf(years[i]), &call[i], &put[i]);
}

offload_kernel void options_rsqrt(size_t n, float rate, float volatility,
                                  const float spot[restrict n], const float strike[restrict n],
                                  const float years[restrict n], float call[restrict n],
                                  float put[restrict n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        price(spot[i], strike[i], years[i], rate, volatility, 1 / reciprocal_root(years[i]),
              &call[i], &put[i]);
}
