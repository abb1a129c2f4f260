// Where only some lanes of a group meet a lane function, on a CPU all lanes come to it, and each knows
// whether it takes part. So the threads are loops over lanes, and no coroutines.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -mavx2 --offload-arch=none -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: %offloadcc -O2 --offload-arch=none -c -o %t.o %s -Rpass-missed=offload 2>&1 | FileCheck --allow-empty --check-prefix=MISSED %s
// RUN: %offloadcc -O3 -mavx2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O1 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>

// MISSED-NOT: it cannot be shown that all threads

enum { N = 2048, BLOCK = 256 };

// The lanes of one group that have a partial sum.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_scan(
// CHECK: icmp eq <32 x i8>
offload_kernel void scan(const int x[N], int sums[N])
{
    offload_shared int of_group[32];
    unsigned i = offload_global_id(0), lane = offload_lane_id(), group = offload_thread_id(0) / 32;
    int v = x[i];
    for (unsigned d = 1; d < 32; d *= 2) {
        int other = offload_lane_shuffle_up(v, d);
        v += lane >= d ? other : 0;
    }
    if (lane == 31)
        of_group[group] = v;
    offload_barrier();
    if (group == 0 && lane < offload_block_size(0) / 32) {
        int s = of_group[lane];
        for (unsigned d = 1; d < 8; d *= 2) {
            int other = offload_lane_shuffle_up(s, d);
            s += lane >= d ? other : 0;
        }
        of_group[lane] = s;
    }
    offload_barrier();
    sums[i] = v + (group ? of_group[group - 1] : 0);
}

// The lanes whose element is kept count it together.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_filter(
// CHECK: bitcast <32 x i1>
offload_kernel void filter(const int x[N], int kept[N], int count[1])
{
    unsigned i = offload_global_id(0), lane = offload_lane_id();
    if (x[i] % 3 == 0) {
        unsigned long together = offload_lanes_active();
        int leader = __builtin_ctzl(together), first = 0;
        if ((int)lane == leader)
            first = offload_atomic_add(count, __builtin_popcountl(together));
        first = offload_lane_shuffle(first, leader);
        kept[first + __builtin_popcountl(together & ((1ul << lane) - 1))] = x[i];
    }
}

// Lanes leave the loop after different turns, and some take another way in it.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_turns(
// CHECK: bitcast <32 x i1>
offload_kernel void turns(const int x[N], int sums[N])
{
    unsigned i = offload_global_id(0);
    int sum = 0;
    for (int k = 0; k < x[i] % 7; k++) {
        sum += offload_lane_reduce_add(1);
        if (x[i] & 1)
            continue;
        sum += 1000 * offload_lane_reduce_add(1);
        if (k == 3)
            break;
    }
    sums[i] = sum + 100000 * offload_lane_reduce_add(1);
}

static int count_turns(const int *x, int lane)
{
    int sum = 0;
    for (int k = 0; k < x[lane] % 7; k++) {
        int here = 0, even = 0;
        for (int o = 0; o < 32; o++)
            if (k < x[o] % 7 && (x[o] & 1 || k < 4)) {
                here++;
                even += !(x[o] & 1);
            }
        sum += here;
        if (x[lane] & 1)
            continue;
        sum += 1000 * even;
        if (k == 3)
            break;
    }
    return sum + 100000 * 32;
}

int main(void)
{
    static int x[N], sums[N], kept[N];
    int count[1] = {0}, wrong = 0, wanted = 0;
    long sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = (int)(i * 2654435761u >> 20);
    offload(scan, .threads = {N}, .block_size = {BLOCK})(x, sums);
    for (int i = 0, s = 0; i < N; i++) {
        s = i % BLOCK ? s + x[i] : x[i];
        wrong += sums[i] != s;
    }
    offload(filter, .threads = {N}, .block_size = {BLOCK})(x, kept, count);
    for (int i = 0; i < N; i++)
        if (x[i] % 3 == 0) {
            wanted++;
            sum += x[i];
        }
    for (int i = 0; i < *count; i++)
        sum -= kept[i];
    wrong += *count != wanted || sum != 0;
    offload(turns, .threads = {N}, .block_size = {BLOCK})(x, sums);
    for (int i = 0; i < N; i++)
        wrong += sums[i] != count_turns(&x[i / 32 * 32], i % 32);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
