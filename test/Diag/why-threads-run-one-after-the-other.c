// With -Rpass-missed=offload, a remark says which statement keeps the threads of a kernel from
// running in vectors on the CPU: where it is, and what it is. A loop that is unrolled, what only one
// thread does, and what a loop over threads leaves out do not stand in the way.
//
// RUN: %offloadcc -O2 --offload-arch=none -Rpass-missed=offload -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %offloadcc -O2 --offload-arch=x86-64 -Rpass-missed=off.* -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %offloadcc -O2 --offload-arch=none -Rpass-missed=inlining -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %offloadcc -O2 --offload-arch=none -Rpass=offload -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: remark: threads
//
// Math functions have forms for vectors in a library:
// RUN: %offloadcc -O2 --offload-arch=none -fveclib=libmvec -Rpass-missed=offload -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY-NOT: logf
// LIBRARY: the call of 'helper' is for one thread
// LIBRARY-NOT: logf
//
// Without optimisation, it is said of each kernel:
// RUN: %offloadcc -O0 --offload-arch=none -Rpass-missed=offload -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=O0
// O0: [[# @LINE + 10]]:21: remark: threads of kernel 'adds' run one after the other on a CPU: the code is not optimised, or a sanitizer watches it [-Rpass-missed=offload]
#include <math.h>
#include <offload.h>

__attribute__((noinline)) float helper(float x) {
    volatile float last = x;
    return last * last;
}

// Nothing is in the way.
offload_kernel void adds(int n, const float x[4 * n], float y[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    for (int k = 0; k < 4; k++)
        y[i] += x[4 * i + k];
}

offload_kernel void calls(int n, float y[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        // CHECK: [[# @LINE + 1]]:16: remark: threads of kernel 'calls' do this one after the other on a CPU: the call of 'helper' is for one thread [-Rpass-missed=offload]
        y[i] = helper(y[i]);
}

offload_kernel void logs(int n, float y[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        // CHECK: [[# @LINE + 1]]:16: remark: threads of kernel 'logs' do this one after the other on a CPU: the call of 'logf' is for one thread; with -fveclib=libmvec there is one for several [-Rpass-missed=offload]
        y[i] = logf(y[i]);
}

offload_kernel void rows(int n, int m, const int begin[n + 1], const float x[m], float y[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    float sum = 0;
    // CHECK: [[# @LINE + 1]]:5: remark: threads of kernel 'rows' do this one after the other on a CPU: each runs this loop with turns of its own, or on elements that are not beside its neighbours' [-Rpass-missed=offload]
    for (int k = begin[i]; k < begin[i + 1]; k++)
        sum += x[k];
    y[i] = sum;
}

offload_kernel void counts(int n, const int x[n], int bins[10]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        // CHECK: [[# @LINE + 1]]:9: remark: threads of kernel 'counts' do this one after the other on a CPU: an atomic operation is for one thread [-Rpass-missed=offload]
        offload_atomic_add(&bins[x[i]], 1);
}

offload_kernel void wraps(int n, const int x[n], int y[n]) {
    unsigned i = (unsigned)offload_global_id(0);
    if (i < (unsigned)n)
        // CHECK: [[# @LINE + 1]]:16: remark: threads of kernel 'wraps' do this one after the other on a CPU: an array's index may go back to 0 from one thread to the next, as %, & or a narrow type makes it [-Rpass-missed=offload]
        y[i] = x[(i + 1) % 12];
}

// Only the first thread of a block does the rest.
offload_kernel void first(int n, const float x[n], float y[n / 64]) {
    offload_shared float part[64];
    int me = (int)offload_thread_id(0);
    part[me] = x[offload_global_id(0)];
    offload_barrier();
    if (me == 0)
        y[offload_block_id(0)] = helper(part[0] + part[63]);
}

// The same for a barrier of the grid, where one thread waits for the other blocks.
offload_kernel void grid(int n, const float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    y[i] = x[i];
    offload_grid_barrier();
    y[i] *= x[i];
}

// CHECK: [[# @LINE + 1]]:21: remark: threads of kernel 'apart' run one after the other on a CPU: it cannot be shown that all threads of a block meet the same barriers [-Rpass-missed=offload]
offload_kernel void apart(int n, const int x[n], int y[n]) {
    offload_shared int part[64];
    int me = (int)offload_thread_id(0);
    part[me] = x[me];
    if (x[me] > 0)
        offload_barrier();
    else
        offload_barrier();
    y[me] = part[63 - me];
}

// The place is that of the call, not one in our header.
offload_kernel void lanes(int n, const int x[n], int y[n]) {
    int t = (int)offload_thread_id(0), sum = x[t];
    for (int i = 0; i < x[0]; i++)
        // CHECK: [[# @LINE + 1]]:16: remark: threads of kernel 'lanes' do this one after the other on a CPU: an array's index may go back to 0 from one thread to the next, as %, & or a narrow type makes it [-Rpass-missed=offload]
        sum += offload_lane_shuffle(sum, (unsigned)(t + i) % 8, 8);
    y[t] = sum;
}
