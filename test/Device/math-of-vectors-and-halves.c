// Math on vectors and on _Float16 goes through the same library, element by element.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t -Wno-offload-no-image %s
// RUN: ls %t/*/ | FileCheck %s
#include <math.h>
#include <offload.h>

typedef float four __attribute__((ext_vector_type(4)));

offload_kernel void waves(size_t n, four x[n], _Float16 h[n], double s[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    x[i] = __builtin_elementwise_sin(x[i]) + __builtin_elementwise_exp(x[i]);
    h[i] = __builtin_elementwise_cos(h[i]);
    double whole;
    s[i] = sin(s[i]) * cos(s[i]) + modf(s[i], &whole) + whole + (double)lround(s[i]);
}
// CHECK: gfx90a.hsaco
// CHECK: sm_90.ptx
