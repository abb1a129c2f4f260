// Vectors of two _Float16 or __bf16, as CUDA's half2 and bfloat162: GPUs have instructions for both numbers at once.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 200, WAYS = 9 };
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef __bf16 bfloat2 __attribute__((ext_vector_type(2)));
typedef float float2 __attribute__((ext_vector_type(2)));

#define KERNEL(name, vector)                                                                       \
    offload_kernel void name(size_t n, const vector a[n], const vector b[n],                       \
                             offload_out vector r[n][WAYS]) {                                      \
        offload_for (i, n) {                                                                       \
            r[i][0] = a[i] + b[i];                                                                 \
            r[i][1] = a[i] - b[i];                                                                 \
            r[i][2] = a[i] * b[i];                                                                 \
            r[i][3] = -a[i];                                                                       \
            r[i][4] = __builtin_elementwise_fma(a[i], b[i], b[i]);                                 \
            r[i][5] = __builtin_elementwise_abs(a[i]);                                             \
            r[i][6] = __builtin_elementwise_max(a[i], b[i]);                                       \
            r[i][7] = __builtin_elementwise_min(a[i], b[i]);                                       \
            float2 product = __builtin_convertvector(a[i], float2) * 2;                            \
            r[i][8] = __builtin_convertvector(product, vector);                                    \
        }                                                                                          \
    }
KERNEL(halves, half2)
KERNEL(bfloats, bfloat2)

// The numbers are such that nothing is rounded.
static void expect(float a, float b, float wanted[WAYS]) {
    float all[WAYS] = {a + b, a - b, a * b, -a, a * b + b, a < 0 ? -a : a, a > b ? a : b, a < b ? a : b,
                       a * 2};
    for (int way = 0; way < WAYS; way++)
        wanted[way] = all[way];
}

int main(void) {
    static half2 a[N], b[N], r[N][WAYS];
    static bfloat2 bfloat_a[N], bfloat_b[N], bfloat_r[N][WAYS];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++) {
            int x = (i * 7 + k * 5) % 23 - 11, y = (i * 3 + k) % 11 - 5;
            a[i][k] = (_Float16)x * (_Float16)0.5f;
            b[i][k] = (_Float16)y;
            bfloat_a[i][k] = (__bf16)((float)x * 0.5f);
            bfloat_b[i][k] = (__bf16)(float)y;
        }
    }
    offload(halves)(N, a, b, r);
    offload(bfloats)(N, bfloat_a, bfloat_b, bfloat_r);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++) {
            float wanted[WAYS];
            expect((float)a[i][k], (float)b[i][k], wanted);
            for (int way = 0; way < WAYS; way++) {
                CHECK((float)r[i][way][k] == wanted[way], "half %d, way %d: %g, not %g", i, way,
                      (double)(float)r[i][way][k], (double)wanted[way]);
                CHECK((float)bfloat_r[i][way][k] == wanted[way], "bfloat %d, way %d: %g, not %g", i, way,
                      (double)(float)bfloat_r[i][way][k], (double)wanted[way]);
            }
        }
    }
    return finish();
}
