// Device variables: initial values, written by kernels and read by later ones, updated both ways in
// whole and in part, counted on by atomics, in functions, of all storage classes; const needs no mark.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 600 };

struct settings {
    int factor;
    double offsets[3];
};

offload_global float table[256];
offload_global static int counter = 5;
offload_global struct settings settings = {3, {0.5, 1.5, 2.5}};
offload_global static unsigned long histogram[8][4];
static const int fixed[4] = {1, 10, 100, 1000};

static double scaled(double x, int which) {
    return x * settings.factor + settings.offsets[which];
}

offload_kernel void use(int n, double out[n]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    out[i] = scaled((double)table[i % 256], (int)(i % 3)) + fixed[i % 4];
    offload_atomic_add(&counter, 1);
    offload_atomic_add(&histogram[i % 8][i % 4], i);
}

offload_kernel void write_table(void) {
    size_t i = offload_global_id(0);
    if (i < 256)
        table[i] = table[i] + (float)i;
    if (i == 0)
        settings.factor = -1;
}

static double out[N];

static void expect(float base, int step, int factor) {
    for (int i = 0; i < N; i++) {
        double value = (base + (float)(step * (i % 256))) * factor + i % 3 + 0.5 + fixed[i % 4];
        CHECK(out[i] == value, "%d: %g, not %g", i, out[i], value);
    }
}

int main(void) {
    offload(use, .threads = {N})(N, out);
    expect(0, 0, 3);
    for (int i = 0; i < 256; i++)
        table[i] = 7;
    offload_update_to(table, 256);
    offload(use, .threads = {N})(N, out);
    expect(7, 0, 3);
    offload(write_table, .threads = {256})();
    offload(use, .threads = {N})(N, out);
    expect(7, 1, -1);
    memset(table, 0, sizeof table[0] * 10);
    offload_update_from(&table[10], 246);
    for (int i = 10; i < 256; i++)
        EQUAL(table[i], 7 + i);
    offload_update_from(&counter, 1);
    EQUAL(counter, 5 + 3 * N);
    counter = 1000;
    offload_update_to(&counter, 1);
    offload_update_from(&settings, 1);
    EQUAL(settings.factor, -1);
    settings.factor = 2;
    offload_update_to(&settings.factor, 1);
    for (int i = 0; i < 10; i++)
        table[i] = (float)(7 + i);
    offload_update_to(table, 10);
    offload(use, .threads = {N})(N, out);
    expect(7, 1, 2);
    offload_update_from(&counter, 1);
    EQUAL(counter, 1000 + N);
    offload_update_from(&histogram[0][0], 32);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4; k++) {
            unsigned long sum = 0;
            for (int j = 0; j < N; j++)
                sum += j % 8 == i && j % 4 == k ? 4ul * (unsigned long)j : 0;
            EQUAL(histogram[i][k], sum);
        }
    return finish();
}
