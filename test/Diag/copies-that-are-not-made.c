// Arrays of launches stay on devices, so a loop or a second launch copies nothing again. The warnings about such copies are
// given with -fno-offload-resident alone, whatever option asks for them, with devices and without.
//
// RUN: %offloadcc --offload-arch=none -Woffload -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -Woffload-copy-in-loop -Woffload-redundant-copy -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=x86-64 -Woffload -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void step(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] += 1;
}

void twice(size_t n, float *x)
{
    offload(step)(n, x);
    offload(step)(n, x);
}
// CHECK: warning: 'x' is copied to the device again {{.*}} [-Woffload-redundant-copy]

void often(size_t n, float *x, int days)
{
    for (int day = 0; day < days; day++)
        offload(step)(n, x);
}
// CHECK: warning: 'x' is copied in each iteration of the loop {{.*}} [-Woffload-copy-in-loop]
