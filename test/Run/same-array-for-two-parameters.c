// The same array for several parameters, one const and one not, in either order and of different
// lengths: nothing is lost. The runtime alone would lose it.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void first(size_t n, const float x[n], size_t m, float y[m])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

offload_kernel void last(size_t m, float y[m], size_t n, const float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

offload_kernel void three(size_t n, const float x[n], offload_out float y[n], float z[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[i] + z[i];
}

int main(void)
{
    float a[300];
    for (int i = 0; i < 300; i++)
        a[i] = 1;
    offload(first, .threads = {300})(300, a, 300, a);
    offload(last, .threads = {300})(300, a, 300, a);
    printf("%g %g\n", a[0], a[299]);
    offload(first, .threads = {300})(100, a, 300, a);
    offload(last, .threads = {300})(300, a, 100, a);
    printf("%g %g\n", a[0], a[299]);
    offload(first, .threads = {300})(50, a + 100, 300, a);
    printf("%g %g %g\n", a[0], a[60], a[120]);
    offload(three, .threads = {300})(300, a, a, a);
    printf("%g %g %g\n", a[0], a[60], a[299]);
}
// CHECK: 4 4
// CHECK: 16 4
// CHECK: 20 16 4
// CHECK: 40 32 8
