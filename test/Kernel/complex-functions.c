// <complex.h> in kernels: each function of double and float is near to the host's, for numbers of many sizes in all quadrants and
// near 1; and to the host's zeros, infinities and NaNs where that is listed.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <complex.h>
#include <math.h>
#include <offload.h>
#include <stdlib.h>

#include "Inputs/check.h"

#define FUNCTIONS(F)                                                                                                               \
    F(cexp) F(clog) F(csqrt) F(csin) F(ccos) F(ctan) F(csinh) F(ccosh) F(ctanh) F(casin) F(cacos) F(catan) F(casinh) F(cacosh) \
        F(catanh) F(cproj)

// glibc 2.36 has it for gcc only.
#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#endif

enum { N = 400, FUNCTIONS_COUNT = 17 };

static double complex of_double(int function, double complex z) {
    int k = 0;
#define CASE(name)                                                                                                                 \
    if (function == k++)                                                                                                           \
        return name(z);
    FUNCTIONS(CASE)
    return cpow(z, CMPLX(0.5, -0.25));
}

static float complex of_float(int function, float complex z) {
    int k = 0;
#undef CASE
#define CASE(name)                                                                                                                 \
    if (function == k++)                                                                                                           \
        return name##f(z);
    FUNCTIONS(CASE)
    return cpowf(z, CMPLXF(0.5f, -0.25f));
}

offload_kernel void all(int n, const double x[n], const double y[n], double out[n][FUNCTIONS_COUNT][4])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    for (int k = 0; k < FUNCTIONS_COUNT; k++) {
        double complex wide = of_double(k, CMPLX(x[i], y[i]));
        float complex narrow = of_float(k, CMPLXF((float)x[i], (float)y[i]));
        out[i][k][0] = creal(wide);
        out[i][k][1] = cimag(wide);
        out[i][k][2] = crealf(narrow);
        out[i][k][3] = cimagf(narrow);
    }
}

static double x[N], y[N], out[N][FUNCTIONS_COUNT][4];

static int is_near(double complex z, double complex expected, double epsilon) {
    if (isnan(creal(expected)) || isnan(cimag(expected)) || isinf(creal(expected)) || isinf(cimag(expected)))
        return (isnan(creal(z)) == isnan(creal(expected))) && (isinf(creal(z)) == isinf(creal(expected)));
    return cabs(z - expected) <= epsilon * cabs(expected);
}

int main(void) {
#define NAME(name) #name,
    static const char *const names[] = {FUNCTIONS(NAME) "cpow"};
    srand(3);
    for (int i = 0; i < N; i++) {
        double size = i < 200 ? exp2((rand() % 2000 - 1000) / 100.0) : i < 300 ? 1 + (rand() % 200 - 100) * 1e-4 : 4.0 * (rand() % 1000) / 1000;
        double turn = i % 50 == 0 ? M_PI / 2 * (i / 50 % 4) : 2 * M_PI * rand() / RAND_MAX;
        x[i] = (float)(size * cos(turn));
        y[i] = (float)(size * sin(turn));
    }
    offload(all, .threads = {N})(N, x, y, out);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < FUNCTIONS_COUNT; k++) {
            double complex expected = of_double(k, CMPLX(x[i], y[i]));
            float complex narrow = of_float(k, CMPLXF((float)x[i], (float)y[i]));
            double *found = out[i][k];
            CHECK(is_near(CMPLX(found[0], found[1]), expected, 1e-14), "%s(%a%+ai) is %a%+ai, not %a%+ai", names[k], x[i], y[i], found[0],
                  found[1], creal(expected), cimag(expected));
            CHECK(is_near(CMPLX(found[2], found[3]), narrow, 3e-6), "%sf(%a%+ai) is %a%+ai, not %a%+ai", names[k], x[i], y[i], found[2],
                  found[3], crealf(narrow), cimagf(narrow));
        }
    return finish();
}
