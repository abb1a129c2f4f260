// What pointers in a struct by value lead to does not come back if the kernel never writes it, and
// is not mapped if the kernel does not use it.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 --offload-report -c %s -o %t.o | FileCheck --check-prefix=REPORT %s
// CHECK: 1 launches, 6 transfers
// REPORT: g.read {{.*}}to the device {{.*}}never written
// REPORT: g.written {{.*}}to the device and back
// REPORT: g.unused {{.*}}not mapped {{.*}}not used
// REPORT: g.changed {{.*}}to the device and back
// REPORT: g.lines {{.*}}not mapped
// REPORT: g.lines.values {{.*}}not mapped
#include <offload.h>

struct line {
    float *values offload_count(2);
};
struct grid {
    int n;
    float *read offload_count(n);
    float *written offload_count(n);
    float *unused offload_count(n);
    float *changed offload_count(n);
    struct line *lines offload_count(0); // pointers in what it leads to: as the type says
};

static float *element(struct grid *g, int i)
{
    return &g->changed[i];
}

#ifndef _OPENMP
offload_kernel void k(struct grid g)
{
    g.written[0] = g.read[0];
    *element(&g, 1) = 1;
}
#else
static void k(struct grid g)
{
    float *read = g.read, *written = g.written, *unused = g.unused, *changed = g.changed;
#pragma omp target map(to : read[ : g.n]) map(tofrom : written[ : g.n], changed[ : g.n]) \
    map(alloc : unused[ : g.n]) firstprivate(g)
    {
        written[0] = read[0];
        g.changed = changed;
        *element(&g, 1) = unused ? 1 : 0;
    }
}
#endif

int main(void)
{
    float read[3] = {4}, written[3] = {0}, unused[3] = {0}, changed[3] = {0};
    k((struct grid){3, read, written, unused, changed, NULL});
    return written[0] != 4 || changed[1] != 1;
}
