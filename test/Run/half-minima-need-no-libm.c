// The smaller and the larger of two halves, or bfloats, need no -lm on processors that cannot compute with them.
//
// REQUIRES: x86_64
// RUN: %offloadcc --offload-arch=none -O0 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc --offload-arch=none -O2 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc --offload-arch=none -O2 -D_Float16=__bf16 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc --offload-arch=x86-64 -O2 -march=x86-64-v3 %s -o %t && %t | FileCheck %s
//
// CHECK: atomic: -8 9, of blocks: -8 9
// CHECK: of two: -1 0, 0.5 0.5, 1 7, 1 0
// CHECK: host: 7 9
#include <math.h>
#include <offload.h>
#include <stdio.h>

offload_kernel void extremes(unsigned n, const _Float16 x[n], _Float16 all[2], _Float16 of_blocks[2])
{
    offload_shared _Float16 smallest, largest;
    unsigned i = offload_global_id(0);
    if (offload_thread_id(0) == 0) {
        smallest = 100;
        largest = -100;
    }
    offload_barrier();
    if (i < n) {
        offload_atomic_min(&all[0], x[i]);
        offload_atomic_max(&all[1], x[i]);
        offload_atomic_min(&smallest, x[i]);
        offload_atomic_max(&largest, x[i]);
    }
    offload_barrier();
    if (offload_thread_id(0) == 0) {
        offload_atomic_min_explicit(&of_blocks[0], smallest, __ATOMIC_ACQ_REL);
        offload_atomic_max_explicit(&of_blocks[1], largest, __ATOMIC_SEQ_CST);
    }
}

// If one of the two is not a number, the result is the other one.
offload_kernel void of_two(unsigned n, const _Float16 x[n], _Float16 least[n], _Float16 most[n])
{
    unsigned i = offload_global_id(0);
    if (i < n) {
        least[i] = __builtin_elementwise_minnum(x[i], (_Float16)1);
        most[i] = __builtin_elementwise_maxnum(x[i], (_Float16)0);
    }
}

int main(void)
{
    enum { N = 1000, FEW = 4 };
    static _Float16 x[N];
    _Float16 all[2] = {100, -100}, of_blocks[2] = {100, -100};
    _Float16 few[FEW] = {-1, 0.5, 7, (_Float16)NAN}, least[FEW], most[FEW], on_host = 7;
    for (int i = 0; i < N; i++)
        x[i] = (_Float16)(i * 37 % 18 - 8);
    offload(extremes, .threads = {N})(N, x, all, of_blocks);
    printf("atomic: %g %g, of blocks: %g %g\n", (double)all[0], (double)all[1], (double)of_blocks[0],
           (double)of_blocks[1]);
    offload(of_two, .threads = {FEW})(FEW, few, least, most);
    printf("of two: %g %g, %g %g, %g %g, %g %g\n", (double)least[0], (double)most[0], (double)least[1],
           (double)most[1], (double)least[2], (double)most[2], (double)least[3], (double)most[3]);
    _Float16 before = offload_atomic_max(&on_host, (_Float16)9);
    printf("host: %g %g\n", (double)before, (double)on_host);
}
