// Minima and maxima of floating-point numbers, by atomics and over lanes and blocks, need no -lm: at each level of
// optimisation, also in code that is to be small.
// RUN: %offloadcc -O0 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O1 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -Os --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -Oz --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -Oz --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

enum { N = 64 };

offload_kernel void minima(const float x[N], float f[4], double d[4], _Float16 h[2])
{
    unsigned i = (unsigned)offload_global_id(0);
    double wide = (double)x[i] * 2;
    offload_atomic_min(&f[0], x[i]);
    offload_atomic_max(&d[0], wide);
    offload_atomic_max(&h[0], (_Float16)x[i]);
    float least = offload_lane_reduce_min(x[i]);
    double most = offload_lane_reduce_max(wide);
    float all = offload_block_reduce_max(x[i]);
    double low = offload_block_reduce_min(wide);
    if (i == 0) {
        f[1] = least;
        d[1] = most;
        f[2] = all;
        d[2] = low;
    }
}

int main(void)
{
    float x[N], f[4] = {100};
    double d[4] = {-100};
    _Float16 h[2] = {-100};
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 7 % N) - 20;
    offload(minima, .threads = {N}, .block_size = {N})(x, f, d, h);
    // CHECK: -20 86 43
    printf("%g %g %g\n", f[0], d[0], (double)h[0]);
    // CHECK: 43 -40
    printf("%g %g\n", f[2], d[2]);
    return f[1] > d[1];
}
