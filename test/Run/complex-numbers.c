// Complex products and quotients, their parts, and their rules for infinities.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=sm_90,gfx90a,gfx1030 -Wno-offload-no-image -c %s -o %t.gpu.o
#include <complex.h>
#include <offload.h>
#include <stdio.h>

offload_kernel void combine(double complex a, float complex b, double out[6])
{
    double complex product = a * (double complex)b, quotient = a / (double complex)b;
    float complex single = b * b;
    out[0] = creal(product), out[1] = cimag(product);
    out[2] = creal(quotient), out[3] = cimag(conj(quotient));
    out[4] = crealf(single), out[5] = cimagf(single);
}

int main(void)
{
    double out[6];
    combine(1 + 2 * I, 3 - 4 * I, out);
    printf("%g %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4], out[5]);
}
// CHECK: 11 2 -0.2 -0.4 -7 -24
