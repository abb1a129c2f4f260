// Threads that take no part in a step of a block's sum keep their sums where these are: there is no loop over them. Each
// loop that is left over the rest of a row has a name with `rest`: of two loads for blocks of this size, and of what runs
// blocks of all sizes, where these loads are fetched, too.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o %t.ll
// RUN: grep -c '^rest[0-9.i]*:' %t.ll | FileCheck %s
// CHECK: {{^}}8{{$}}
#include <offload.h>

offload_kernel void reduce(unsigned n, const int x[n], int out[n / 512])
{
    offload_shared int s[256];
    unsigned t = offload_thread_id(0), i = offload_block_id(0) * 512 + t;
    int m = i < n ? x[i] : 0;
    if (i + 256 < n)
        m += x[i + 256];
    s[t] = m;
    offload_barrier();
    for (unsigned d = 128; d; d >>= 1) {
        if (t < d)
            s[t] = m = m + s[t + d];
        offload_barrier();
    }
    if (t == 0)
        out[offload_block_id(0)] = m;
}

void sum(unsigned n, const int *x, int *out)
{
    offload(reduce, .blocks = {n / 512}, .block_size = {256})(n, x, out);
}
