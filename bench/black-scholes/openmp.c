#include "problem.h"

static void price_all(size_t count, float interest, float motion, const float *restrict from,
                      const float *restrict to, const float *restrict during, float *restrict calls,
                      float *restrict puts) {
#pragma omp parallel for simd
    for (size_t i = 0; i < count; i++)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}

static void run(void) {
    price_all(n, rate, volatility, spot, strike, years, call, put);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
