// csqrt of the smallest numbers, whose half is 0.
//
// RUN: %run_kernel -O2
#include <complex.h>
#include <offload.h>

#include "Inputs/check.h"

enum { N = 8 };

offload_kernel void roots(const double x[N], const double y[N], double real[N], double imaginary[N])
{
    size_t i = offload_global_id(0);
    if (i >= N)
        return;
    double complex root = csqrt(__builtin_complex(x[i], y[i]));
    real[i] = creal(root);
    imaginary[i] = cimag(root);
}

int main(void)
{
    static const double x[N] = {0, 5e-324, 1e-310, -3e-320, 0x1p-1021, 4, -0.0, 1e-300},
                        y[N] = {5e-324, 5e-324, -2e-311, 7e-323, 0x1p-1022, 3, -5e-324, 1e-308};
    double real[N], imaginary[N];
    offload(roots, .threads = {N})(x, y, real, imaginary);
    for (int i = 0; i < N; i++) {
        double complex expected = csqrt(__builtin_complex(x[i], y[i])), root = __builtin_complex(real[i], imaginary[i]);
        CHECK(cabs(root - expected) <= 1e-15 * cabs(expected), "%d: %g %g, not %g %g", i, real[i], imaginary[i],
              creal(expected), cimag(expected));
    }
    return finish();
}
