#include "problem.h"

#include "kernel.h"

static void run(void) {
    offload(price_all, .threads = {n})(n, rate, volatility, spot, strike, years, call, put);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
