// Complex numbers, half precision, vectors, volatile and aligned objects, in kernels with barriers.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <complex.h>
#include <math.h>
#include <offload.h>
#include <stdint.h>

#include "Inputs/check.h"

enum { SIZE = 32, N = 8 * SIZE };

typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));
struct aligned {
    _Alignas(32) double value;
    char rest;
};

// z becomes the sum over the block's roots of unity times z, and so on; small exact numbers.
offload_kernel void complexes(int n, double complex z[n], float complex w[n]) {
    offload_shared double complex pass[SIZE];
    offload_shared float complex small[SIZE];
    size_t i = offload_global_id(0);
    unsigned me = offload_thread_id(0);
    double complex mine = z[i] * (1 + 2 * I);
    pass[me] = conj(mine);
    small[me] = w[i] * w[i];
    offload_barrier();
    z[i] = pass[(me + 1) % SIZE] + creal(mine);
    w[i] = small[SIZE - 1 - me] / (2.0f + 0 * I);
}

offload_kernel void halves(int n, _Float16 h[n], float f[n]) {
    size_t i = offload_global_id(0);
    _Float16 twice = h[i] + h[i];
    h[i] = (_Float16)((float)twice * 0.25f);
    f[i] = (float)h[i] * 8;
}

offload_kernel void vectors(int n, float4 v[n], int4 m[n]) {
    offload_shared float4 pass[SIZE];
    size_t i = offload_global_id(0);
    unsigned me = offload_thread_id(0);
    float4 mine = v[i] * 2.0f + (float4){1, 2, 3, 4};
    mine[i % 4] = 0;
    pass[me] = mine;
    offload_barrier();
    v[i] = pass[SIZE - 1 - me];
    m[i] = (v[i] > 20.0f) + __builtin_convertvector(v[i], int4);
}

offload_kernel void volatiles(int n, volatile int a[n], struct aligned s[n]) {
    offload_shared volatile int turn;
    offload_shared struct aligned kept[SIZE];
    volatile int mine = a[offload_global_id(0)];
    unsigned me = offload_thread_id(0);
    size_t i = offload_global_id(0);
    struct aligned copy = s[i];
    if (me == 3)
        turn = 7;
    kept[me] = copy;
    offload_barrier();
    mine += turn;
    a[i] = mine;
    a[i] += (uintptr_t)&kept[me] % 32 == 0 && (uintptr_t)&copy % 32 == 0;
    s[i].value = kept[me ^ 1].value;
}

static double complex z[N];
static float complex w[N];
static _Float16 h[N];
static float f[N];
static float4 v[N];
static int4 m[N];
static int a[N];
static struct aligned s[N];

int main(void) {
    for (int i = 0; i < N; i++) {
        z[i] = i - 3 * I, w[i] = (float)i + 1 * I;
        h[i] = (_Float16)(i / 2.0f);
        v[i] = (float4){(float)i, (float)i + 1, (float)i + 2, (float)i + 3};
        a[i] = i, s[i].value = i / 2.0;
    }
    offload(complexes, .blocks = {N / SIZE}, .block_size = {SIZE})(N, z, w);
    offload(halves, .blocks = {N / SIZE}, .block_size = {SIZE})(N, h, f);
    offload(vectors, .blocks = {N / SIZE}, .block_size = {SIZE})(N, v, m);
    offload(volatiles, .blocks = {N / SIZE}, .block_size = {SIZE})(N, a, s);
    for (int i = 0; i < N; i++) {
        int next = i / SIZE * SIZE + (i + 1) % SIZE, other = i / SIZE * SIZE + SIZE - 1 - i % SIZE;
        // (k - 3i)(1 + 2i) = k + 6 + (2k - 3)i
        CHECK(creal(z[i]) == next + 6 + i + 6 && cimag(z[i]) == -(2 * next - 3), "%d: %g %g", i,
              creal(z[i]), cimag(z[i]));
        CHECK(crealf(w[i]) == (float)(other * other - 1) / 2 && cimagf(w[i]) == (float)other,
              "%d: %g %g", i, crealf(w[i]), cimagf(w[i]));
        CHECK(f[i] == 2.0f * (float)i && (float)h[i] == (float)i / 4, "%d: %g", i, f[i]);
        for (int k = 0; k < 4; k++) {
            float value = k == other % 4 ? 0 : 2 * (float)(other + k) + (float)(k + 1);
            CHECK(v[i][k] == value && m[i][k] == (int)value - (value > 20), "%d: %g", i, v[i][k]);
        }
        EQUAL(a[i], i + 8);
        CHECK(s[i].value == (i ^ 1) / 2.0, "%d: %g", i, s[i].value);
    }
    return finish();
}
