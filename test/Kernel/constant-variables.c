// Variables marked offload_constant: initial values, updates in whole and in part, structs, pointers to
// them in functions and in other constants, indices that differ between threads, const ones.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 600 };

struct filter {
    int taps;
    double weights[5];
};

offload_constant float scale = 2;
static offload_constant struct filter filter = {3, {1, 2, 3}};
static offload_constant const short table[4] = {10, 20, 30, -40};
offload_constant const double *const second = &filter.weights[1];
offload_constant unsigned char bytes[300];
offload_global int written[N];

static double weight(const double *weights, int tap) {
    return weights[tap];
}

offload_kernel void apply(int n, const float in[n], double out[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    double sum = 0;
    for (int tap = 0; tap < filter.taps; tap++) {
        sum += weight(filter.weights, tap) * (double)in[(i + tap) % n];
        written[i] = (int)sum;
    }
    struct filter copy = filter;
    copy.weights[i % 5] += 1;
    out[i] = sum * (double)scale + table[i & 3] + second[i & 1] + bytes[i % 300] + copy.weights[i % 5];
}

static float in[N];
static double out[N];

static void expect(void) {
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int tap = 0; tap < filter.taps; tap++)
            sum += filter.weights[tap] * (double)in[(i + tap) % N];
        double value = sum * (double)scale + table[i & 3] + filter.weights[1 + (i & 1)] +
                       bytes[i % 300] + filter.weights[i % 5] + 1;
        CHECK(out[i] == value, "%d: %g, not %g", i, out[i], value);
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        in[i] = (float)(i % 17);
    offload(apply, .threads = {N})(N, in, out);
    expect();
    scale = 3;
    offload_update_to(&scale, 1);
    for (int i = 0; i < 300; i++)
        bytes[i] = (unsigned char)(i * 7);
    offload_update_to(bytes, 300);
    offload(apply, .threads = {N})(N, in, out);
    expect();
    filter = (struct filter){5, {5, -4, 3, -2, 1}};
    offload_update_to(&filter, 1);
    bytes[299] = 1;
    offload_update_to(&bytes[299], 1);
    offload(apply, .threads = {N})(N, in, out);
    expect();
    scale = 0;
    offload_update_from(&scale, 1);
    CHECK(scale == 0 || scale == 3, "%g", (double)scale);
    return finish();
}
