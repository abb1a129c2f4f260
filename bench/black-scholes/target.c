#include "problem.h"

static void price_all(size_t count, float interest, float motion, const float *from,
                      const float *to, const float *during, float *calls, float *puts) {
#pragma omp target teams distribute parallel for simd map(to : from[ : count], to[ : count],       \
                                                              during[ : count])                    \
    map(from : calls[ : count], puts[ : count])
    for (size_t i = 0; i < count; i++)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}

static void run(void) {
    price_all(n, rate, volatility, spot, strike, years, call, put);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
