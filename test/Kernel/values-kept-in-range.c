// Values that are kept in a range: by comparisons, of which GPUs have instructions that clamp, by fmax and the like, and by
// sums that stop at the ends of their type.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <math.h>

#include "Inputs/check.h"

enum { N = 300, RESULTS = 9 };

static inline void keep(int x, float f, double results[RESULTS]) {
    int most = x * 3 - 7 > x + 2 ? x * 3 - 7 : x + 2, least = x * 3 - 7 < 4 - x ? x * 3 - 7 : 4 - x;
    _Float16 half = (_Float16)f * (_Float16)2 - (_Float16)3;
    results[0] = most > 0 ? most : 0;
    results[1] = least > 0 ? least : 0;
    results[2] = (short)x > 0 ? (short)x : 0;
    results[3] = half > (_Float16)0 ? (double)half : 0;
    results[4] = (double)(f > 1 ? 1 : f > 0 ? f : 0);
    results[5] = (double)fmaxf(fminf(f, 2), -1);
    results[6] = x < 0 ? 0 : x > 255 ? 255 : x;
    results[7] = __builtin_elementwise_add_sat(x * 20000000, 1000000000);
    results[8] = __builtin_elementwise_sub_sat((unsigned)x * 20000000, 1000000000u);
}

offload_kernel void keep_all(size_t n, const int x[n], const float f[n], offload_out double results[n][RESULTS]) {
    offload_for (i, n)
        keep(x[i], f[i], results[i]);
}

int main(void) {
    static int x[N];
    static float f[N];
    static double results[N][RESULTS];
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % N - 100;
        f[i] = i % 50 == 49 ? NAN : (float)(i % 50 - 25) / 4;
    }
    offload(keep_all)(N, x, f, results);
    for (int i = 0; i < N; i++) {
        volatile int here = x[i];
        volatile float there = f[i];
        double expected[RESULTS];
        keep(here, there, expected);
        for (int k = 0; k < RESULTS; k++)
            CHECK(results[i][k] == expected[k] || (isnan(results[i][k]) && isnan(expected[k])),
                  "%d, %g, way %d: %g, not %g", x[i], (double)f[i], k, results[i][k], expected[k]);
    }
    return finish();
}
