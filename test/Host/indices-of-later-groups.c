// The index of a lane in a later group is a sum, also where the group's number is a constant: LLVM sees neighbours in it.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_reduce(
// CHECK-NOT: = and i{{[0-9]+}} %{{[0-9]+}}, {{4294967263|4294967231|4294967199}}{{$}}
// CHECK: {{^}}}
offload_kernel void reduce(unsigned n, const int x[n], int out[n / 512])
{
    offload_shared int s[256];
    unsigned t = offload_thread_id(0), i = offload_block_id(0) * 512 + t;
    int m = i < n ? x[i] : 0;
    if (i + 256 < n)
        m += x[i + 256];
    s[t] = m;
    offload_barrier();
    for (unsigned d = 128; d > 32; d >>= 1) {
        if (t < d)
            s[t] = m = m + s[t + d];
        offload_barrier();
    }
    if (t < 32) {
        m += s[t + 32];
        for (int d = 16; d; d /= 2)
            m += offload_lane_shuffle_down(m, d);
    }
    if (t == 0)
        out[offload_block_id(0)] = m;
}

void sum(unsigned n, const int *x, int *out)
{
    offload(reduce, .blocks = {n / 512}, .block_size = {256})(n, x, out);
}
