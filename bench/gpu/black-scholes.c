#include "black-scholes.h"
#include "ours.h"

offload_kernel void price_all(size_t count, float interest, float motion, const float from[count],
                              const float to[count], const float during[count],
                              offload_out float calls[count], offload_out float puts[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}

static void setup(void) {
    offload_enter_data(offload_to(spot, n), offload_to(strike, n), offload_to(years, n),
                       offload_alloc(call, n), offload_alloc(put, n));
}

static void run(void) {
    offload(price_all, .threads = {n}, .block_size = {BLOCK})(n, rate, volatility, spot, strike,
                                                              years, call, put);
}

static void finish(void) {
    offload_update_from(call, n);
    offload_update_from(put, n);
}
