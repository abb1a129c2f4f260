// Classes of numbers, which glibc's <math.h> asks functions of its own for with -Os; nan(), cabs and carg.
//
// RUN: %run_kernel -Os
// RUN: %run_kernel -O0
// RUN: %offloadcc -Os --offload-arch=sm_90,gfx90a -Wno-offload-no-image -c %s -o %t.gpu.o
#include <complex.h>
#include <math.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 6 };

offload_kernel void classify(int n, const double x[n], offload_out int y[n][2]) {
    offload_for(i, n) {
        float f = (float)x[i];
        y[i][0] = fpclassify(x[i]) == FP_NAN         ? 0
                  : fpclassify(x[i]) == FP_INFINITE  ? 1
                  : fpclassify(x[i]) == FP_ZERO      ? 2
                  : fpclassify(x[i]) == FP_SUBNORMAL ? 3
                                                     : 4;
        y[i][1] = !isnormal(f) + 2 * !!signbit(f) + 4 * !!isinf(f) + 8 * !!isnan(f);
    }
}

offload_kernel void parts(double complex z, float complex w, offload_out double y[5]) {
    y[0] = cabs(z), y[1] = carg(z);
    y[2] = (double)cabsf(w), y[3] = (double)cargf(w);
    y[4] = nan("") == nan("") || nanf("1") == nanf("1");
}

int main(void) {
    static const double x[N] = {NAN, -INFINITY, -0.0, 4e-310, 1e300, 2};
    static const int classes[N] = {0, 1, 2, 3, 4, 4}, marks[N] = {9, 7, 3, 1, 5, 0};
    int y[N][2];
    double z[5];
    offload(classify)(N, x, y);
    for (int i = 0; i < N; i++) {
        EQUAL(y[i][0], classes[i]);
        EQUAL(y[i][1] & ~(i ? 0 : 2), marks[i]); // a NaN has any sign
    }
    offload(parts, .threads = {1})(-3.0 - 4.0 * I, 1e30f + 1e30f * I, z);
    CHECK(z[0] == 5, "%g", z[0]);
    CHECK(fabs(z[1] + 2.2142974355881810) < 1e-15, "%.17g", z[1]);
    CHECK(fabs(z[2] / 1.4142135623730951e30 - 1) < 1e-6, "%.9g", z[2]);
    CHECK(fabs(z[3] - 0.78539816339744831) < 1e-6, "%.9g", z[3]);
    EQUAL(z[4], 0);
    return finish();
}
