#include "price.h"

__kernel void price_all(ulong n, float rate, float volatility, __global const float *restrict spot,
                        __global const float *restrict strike, __global const float *restrict years,
                        __global float *restrict call, __global float *restrict put) {
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    float my_call, my_put;
    price(rate, volatility, spot[i], strike[i], years[i], &my_call, &my_put);
    call[i] = my_call;
    put[i] = my_put;
}
