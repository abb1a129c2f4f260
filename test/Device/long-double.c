// Arithmetic on long double is an error at its line, for GPUs only.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=gfx90a --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
#include <offload.h>

offload_kernel void widen(double x, double y[1])
{
    long double wide = x;
    y[0] = (double)(wide * wide);
}
// CHECK: long-double.c:9:{{[0-9]+}}: error: {{.*}}long double
