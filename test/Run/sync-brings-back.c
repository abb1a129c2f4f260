// offload_sync() brings back what stays on the device, for code that the compiler does not see: here a signal handler.
//
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 | FileCheck --check-prefix=SUMMARY %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <signal.h>
#include <stdio.h>

enum { N = 100 };
static int x[N];
static volatile sig_atomic_t seen;

offload_kernel void add(int n, int a[n])
{
    offload_for (i, n)
        a[i] += 1;
}

static void look(int number)
{
    (void)number;
    seen = x[7];
}

int main(void)
{
    signal(SIGUSR1, look);
    for (int i = 0; i < 10; i++)
        offload(add)(N, x);
    offload_sync();
    raise(SIGUSR1);
    // CHECK: 10
    // SUMMARY: 7600 bytes were not copied: arrays stayed on the device
    printf("%d\n", seen);
}
