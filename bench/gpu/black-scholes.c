#include "black-scholes.h"
#include "ours.h"

#include "../black-scholes/kernel.h"

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
