// What the pointers of a struct by value lead to is copied; their addresses go as arguments.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.ours
// RUN: %clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.openmp \
// RUN:   -Wl,-rpath,%llvm_libdir -isystem %libdir/include
// RUN: env LIBOMPTARGET_INFO=-1 %t.ours > %t.ours.log 2>&1
// RUN: env LIBOMPTARGET_INFO=-1 %t.openmp > %t.openmp.log 2>&1
// RUN: %python %S/Inputs/compare-transfers.py %t.ours.log %t.openmp.log | FileCheck %s
// CHECK: 1 launches, 4 transfers
#include <offload.h>

struct matrix {
    int rows, cols;
    const float *data offload_count(rows * cols);
};
struct vector {
    size_t n;
    float *data __counted_by(n);
};

#ifndef _OPENMP
offload_kernel void k(struct matrix m, struct vector v)
{
    v.data[0] += m.data[m.rows * m.cols - 1];
}
#else
static void k(struct matrix m, struct vector v)
{
    float *out = v.data;
    const float *in = m.data;
#pragma omp target map(tofrom : out[ : v.n]) map(to : in[ : m.rows * m.cols]) firstprivate(m, v)
    {
        out[0] += in[m.rows * m.cols - 1];
    }
}
#endif

int main(void)
{
    float in[6] = {[5] = 2}, out[3] = {1};
    k((struct matrix){2, 3, in}, (struct vector){3, out});
    return out[0] != 3;
}
