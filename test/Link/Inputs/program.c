#include "weigh.h"

#include <stdio.h>

enum { N = 100 };

static offload_global int hits;

static double scale(double x) {
    return x - 1;
}

static offload_kernel void work(size_t n, double x[n]) {
    size_t i = offload_global_id(0);
    if (i < n) {
        x[i] = scale(weigh(x[i])) + (double)(place() - i);
        offload_atomic_add(&hits, 2);
    }
}

int main(void) {
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(work, .threads = {N})(N, x);
    offload_update_from(&hits, 1);
    printf("program: %d hits, %g %g\n", hits, x[1], x[99]);
    run_other(N, x);
    factor = 5;
    offload_update_to(&factor, 1);
    run_other(N, x);
    return 0;
}
