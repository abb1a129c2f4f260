// An algorithm copies the user's arrays, and those only once for several calls; not what it needs for
// itself. Poisoned bytes of the host show that nothing else is read.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t
// RUN: env OFFLOADCC_RESIDENT=off %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 -DREGION %s -o %t.region && %t.region
#include <offload_algorithms.h>

enum { N = 50000 };
static unsigned x[N], y[N];

static unsigned work(void)
{
    offload_inclusive_scan_add(N, x, y);
    offload_sort(N, y);
    return offload_reduce_max(N, y);
}

int main(void)
{
    unsigned most = 0;
    for (unsigned i = 0; i < N; i++)
        x[i] = i * 2654435761u;
#ifdef REGION
    offload_data(offload_to(x, N), offload_from(y, N))
        most = work();
#else
    most = work();
#endif
    for (unsigned i = 1; i < N; i++)
        if (y[i - 1] > y[i])
            return 1;
    return y[N - 1] != most;
}
// x goes there once, y comes back once, and so do the few results of the reduction.
// CHECK-NOT: __totals
// CHECK-NOT: __counts
// CHECK: 200000 1 0 0 {{.*}}offload_scan_add_u32{{.*}}: __x
// CHECK-NOT: __from
