#include "weigh.h"

#include <stdio.h>

static offload_global int hits;
static offload_global operation *chosen = twice;

static double scale(double x) {
    return x + 1000;
}

static offload_kernel void work(size_t n, double x[n]) {
    offload_for (i, n) {
        x[i] = chosen(scale(weigh(x[i])));
        offload_atomic_add(&hits, 1);
    }
}

void run_other(size_t n, double *x) {
    offload(work)(n, x);
    offload_update_from(&hits, 1);
    printf("other: %d hits, %g\n", hits, x[1]);
}
