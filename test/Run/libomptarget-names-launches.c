// libomptarget's own log names launches, regions, updates and what they map, with their places, as
// it does for clang's `target` regions.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 -Wno-offload-plain-call %s -o %t
// RUN: env LIBOMPTARGET_INFO=1 %t 2>&1 | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=4 %t 2>&1 | FileCheck --check-prefix=TABLE %s
// RUN: env LIBOMPTARGET_INFO=32 %t 2>&1 | FileCheck --check-prefix=COPIES %s
// RUN: %clang -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -DREGION %s -o %t.clang
// RUN: env LIBOMPTARGET_INFO=1 %t.clang 2>&1 | FileCheck --check-prefix=CLANG %s
#ifdef REGION
int main(void)
{
    static float x[64], y[64];
    // CLANG: Entering OpenMP kernel at libomptarget-names-launches.c:[[#@LINE+2]]:1 with 2 arguments:
    // CLANG: (y)[256]
#pragma omp target map(to : x) map(tofrom : y)
    for (int i = 0; i < 64; i++)
        y[i] += x[i];
}
#else
#include <offload.h>

struct list { int n; float *data offload_count(n); };

offload_kernel void saxpy(size_t n, float a, const float x[n], float y[n])
{
    offload_for (i, n)
        y[i] += a * x[i];
}

offload_kernel void scale(int n, struct list lists[n])
{
    offload_for (i, n)
        lists[i].data[0] *= 2;
}

int main(void)
{
    static float x[64], y[64];
    struct list lists[] = {{8, x}, {8, y}};
    // CHECK: Entering OpenMP data region {{.*}} at libomptarget-names-launches.c:[[#@LINE+2]]:0 with 1 arguments:
    // CHECK-NEXT: to(x)[256]
    offload_data(offload_to(x, 64)) {
        // CHECK: Entering OpenMP kernel at libomptarget-names-launches.c:[[#@LINE+6]]:0 with 5 arguments:
        // CHECK-NEXT: firstprivate(n)[8]
        // CHECK-NEXT: firstprivate(a)[4]
        // CHECK-NEXT: to(x)[256]
        // CHECK-NEXT: tofrom(y)[256]
        // CHECK-NEXT: firstprivate(grid)[8]
        offload(saxpy, .threads = {64})(64, 2, x, y);
        // CHECK: Updating data {{.*}} at libomptarget-names-launches.c:[[#@LINE+2]]:0 with 1 arguments:
        // CHECK-NEXT: to(x + 1)[8]
        offload_update_to(x + 1, 2);
    }
    // CHECK: Exiting OpenMP data region {{.*}} at libomptarget-names-launches.c:[[#@LINE-12]]:0 with 1 arguments:
    // A plain call: at the kernel.
    // CHECK: Entering OpenMP kernel at libomptarget-names-launches.c:25:0 with 5 arguments:
    saxpy(1, 1, x, y);
    // CHECK: Entering OpenMP kernel at libomptarget-names-launches.c:[[#@LINE+2]]:0
    // CHECK: (lists[].data)[32]
    offload(scale)(2, lists);
    // CHECK-NOT: unknown
    // TABLE: x at libomptarget-names-launches.c:43:0
    // COPIES: Copying data from host to device, {{.*}} Name=x
    // COPIES: Copying data from device to host, {{.*}} Name=y
}
#endif
