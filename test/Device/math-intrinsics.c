// Math that clang makes intrinsics of compiles for GPUs too: rounding to integers, results in
// pairs, vectors, half precision.
//
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

typedef float float4 __attribute__((ext_vector_type(4)));
typedef _Float16 half2 __attribute__((ext_vector_type(2)));

offload_kernel void rounded(double x, float y, long out[8])
{
    out[0] = lrint(x), out[1] = llrint(x), out[2] = lround(x), out[3] = llround(x);
    out[4] = lrintf(y), out[5] = llrintf(y), out[6] = lroundf(y), out[7] = llroundf(y);
}

offload_kernel void pairs(double x, float y, double out[4], float outf[4])
{
    int quotient;
    sincos(x, &out[0], &out[1]);
    sincosf(y, &outf[0], &outf[1]);
    out[2] = modf(x, &out[3]);
    outf[2] = modff(y, &outf[3]);
    out[2] += remquo(x, 0.3, &quotient) + quotient;
    outf[2] += remquof(y, 0.3f, &quotient) + (float)quotient;
}

offload_kernel void elements(float4 x[1], half2 y[1], _Float16 z[1])
{
    x[0] = __builtin_elementwise_sin(x[0]) + __builtin_elementwise_pow(x[0], x[0]);
    y[0] = __builtin_elementwise_exp(y[0]);
    z[0] = __builtin_elementwise_log(z[0]);
}
