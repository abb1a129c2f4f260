// Arrays that only this file's code can look at stay on the device while code runs that the compiler does not see. What
// only launches write does not go there, and what dies unread does not come back.
//
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s -DOTHER -c -o %t-other.o
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s %t-other.o -o %t
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 >%t.out | FileCheck %s
// RUN: FileCheck --check-prefix=RESULT %s <%t.out
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck --check-prefix=RESULT %s
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck --check-prefix=RESULT %s
// RUN: %offloadcc -O0 -foffload-resident --offload-arch=x86-64 %s %t-other.o -o %t-plain
// RUN: env OFFLOADCC_RESIDENT=poison %t-plain | FileCheck --check-prefix=RESULT %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OTHER
void progress(int turn)
{
    if (turn == 5)
        puts("half");
}
#else
void progress(int turn);

offload_kernel void add(size_t n, const float a[n], float sum[n])
{
    offload_for (i, n)
        sum[i] += a[i];
}

offload_kernel void blur(size_t n, const float in[n], float out[n])
{
    offload_for (i, n)
        if (i > 0 && i + 1 < n)
            out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

offload_kernel void begin(size_t n, float x[n])
{
    offload_for (i, n)
        if (i < n) // not visibly all of x
            x[i] = 1;
}

enum { N = 1000 };
static float sums[N];

static void steps(const float *a, float *between)
{
    for (int turn = 0; turn < 10; turn++) {
        offload(add)(N, a, sums);
        offload(blur)(N, sums, between);
        progress(turn);
        if (turn == 5)
            sums[3] = 0; // goes there alone
    }
}

int main(void)
{
    float *a = malloc(N * sizeof *a), *between = malloc(N * sizeof *between);
    for (int i = 0; i < N; i++)
        a[i] = (float)(i % 10);
    offload(begin)(N, between);
    steps(a, between);
    // RESULT: half
    // RESULT-NEXT: 12 24
    printf("%g %g\n", sums[3], between[3]);
    free(a);
    free(between);
    // The device gets `a`, `sums` and 4 bytes of that; 4 bytes of each of two come back.
    // CHECK: to device copies from device copies
    // CHECK-NEXT: 4000 1 0 0 {{.*}}: add: a
    // CHECK-NEXT: 4004 2 0 0 {{.*}}: add: sum
    // CHECK-NEXT: 0 0 4 1 {{.*}}: blur: in
    // CHECK-NEXT: 0 0 4 1 {{.*}}: blur: out
    // CHECK-NEXT: bytes were not copied: arrays stayed on the device
}
#endif
