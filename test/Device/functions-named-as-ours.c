// A function of the user's takes the place of the one of ours that has its name.
//
// RUN: rm -rf %t && %offloadcc -O2 -fno-builtin --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/functions-named-as-ours.c-*/sm_90.ptx
#include <offload.h>

void sincos(double x, double *sine, double *cosine)
{
    *sine = x + 1234;
    *cosine = x;
}

offload_kernel void k(double x[2])
{
    sincos(x[0], &x[0], &x[1]);
}
// CHECK-LABEL: .entry k$(
// CHECK: 0d4093480000000000
