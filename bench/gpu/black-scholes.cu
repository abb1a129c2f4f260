#include "cuda.cuh"
#include "black-scholes.h"

__global__ void price_all(size_t count, float interest, float motion, const float *from,
                          const float *to, const float *during, float *calls, float *puts) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}

static float *device_spot, *device_strike, *device_years, *device_call, *device_put;

static void setup(void) {
    device_spot = on_device(spot, n);
    device_strike = on_device(strike, n);
    device_years = on_device(years, n);
    device_call = on_device((float *)NULL, n);
    device_put = on_device((float *)NULL, n);
}

static void run(void) {
    LAUNCH(price_all, blocks_for(n, BLOCK), BLOCK, n, rate, volatility, device_spot, device_strike,
           device_years, device_call, device_put);
}

static void finish(void) {
    to_host(call, device_call, n);
    to_host(put, device_put, n);
}
