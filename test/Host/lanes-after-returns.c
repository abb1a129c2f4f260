// Threads that are beyond the problem return first, as everyone writes it. Blocks in which none returns
// are loops over groups of lanes all the same: vectors exchange values, and coroutines run only the
// blocks at the edge.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -mavx2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O3 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>

// CHECK-LABEL: define internal {{.*}}_scan
// CHECK: shufflevector <8 x i32>
offload_kernel void scan(int n, const int x[n], int sums[n])
{
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    int v = x[i];
    for (unsigned d = 1; d < 32; d *= 2) {
        int other = offload_lane_shuffle_up(v, d);
        if (offload_lane_id() >= d)
            v += other;
    }
    sums[i] = v;
}

int main(void)
{
    enum { N = 1000 };
    static int x[N], sums[N];
    int wrong = 0;
    for (int n = N; n > N - 300; n -= 7) {
        for (int i = 0; i < N; i++)
            x[i] = i % 17, sums[i] = -1;
        offload(scan, .threads = {(size_t)n}, .block_size = {256})(n, x, sums);
        for (int i = 0, sum = 0; i < n; i++) {
            sum = i % 32 ? sum + x[i] : x[i];
            wrong += sums[i] != sum;
        }
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
