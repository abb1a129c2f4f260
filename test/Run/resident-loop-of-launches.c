// Launches in a loop leave their arrays on the device, without a data region: each array goes there once, and comes
// back once, when host code looks at it. What the host changes between launches goes there alone, and what it reads
// of an array comes back alone.
//
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 >%t.out | FileCheck %s
// RUN: FileCheck --check-prefix=RESULT %s <%t.out
// RUN: env OFFLOADCC_REPORT=summary OFFLOADCC_RESIDENT=off %t 2>&1 >%t.out | FileCheck --check-prefix=OFF %s
// RUN: FileCheck --check-prefix=RESULT %s <%t.out
// RUN: %offloadcc -O2 -foffload-resident -fno-offload-resident --offload-arch=x86-64 %s -o %t-without
// RUN: env OFFLOADCC_REPORT=summary %t-without 2>&1 >%t.out | FileCheck --check-prefix=OFF %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void blur(size_t n, const float in[n], float out[n])
{
    size_t i = offload_global_id(0);
    if (i > 0 && i + 1 < n)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

offload_kernel void shift(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] += 1;
}

int main(void)
{
    enum { N = 10000 };
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), z[N] = {0};
    for (size_t i = 0; i < N; i++)
        x[i] = y[i] = (float)(i % 8);
    for (int t = 0; t < 100; t++) {
        offload(blur, .threads = {N})(N, x, y);
        offload(blur, .threads = {N})(N, y, x);
    }
    double sum = 0;
    for (size_t i = 0; i < N; i++)
        sum += x[i];
    float seen = 0;
    for (int t = 0; t < 10; t++) {
        z[2 * t] = 5;
        offload(shift)(N, z);
        seen = z[1];
    }
    // RESULT: 35000 10
    printf("%.0f %g\n", sum, seen);
    free(x);
    free(y);
    // 40000 bytes each; y is not looked at.
    // CHECK: 40000 1 0 0 {{.*}}: blur: in
    // CHECK: 40000 1 40000 1 {{.*}}: blur: out
    // CHECK: 40036 10 {{.*}}: shift: x
    // OFF: 8000000 200 0 0 {{.*}}: blur: in
    // OFF: 8000000 200 8000000 200 {{.*}}: blur: out
    // OFF: 400000 10 400000 10 {{.*}}: shift: x
}
