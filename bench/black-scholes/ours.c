#include "problem.h"

#include <offload.h>

offload_kernel void price_all(size_t count, float interest, float motion, const float from[count],
                              const float to[count], const float during[count],
                              offload_out float calls[count], offload_out float puts[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}

static void run(void) {
    offload(price_all, .threads = {n})(n, rate, volatility, spot, strike, years, call, put);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
