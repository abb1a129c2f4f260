// A loop with barriers whose turns are known, as the steps of a scan, becomes instructions on vectors with an element for
// each thread, for the size of blocks that the file names. Blocks of other sizes run the loop. So does a tree, in whose
// steps most threads do nothing, and a loop that asks for data; and all where code is to be small.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -Os -march=x86-64-v4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --check-prefix=SMALL
// RUN: %offloadcc -Oz -march=x86-64-v4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: <64 x i32>
#include <offload.h>

enum { BLOCK = 64 };

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_scan(
// CHECK: [[SUMS:%[^ ]+]] = alloca [64 x i32]
// CHECK: [[ALL:%[0-9]+]] = load <64 x i32>, ptr [[SUMS]]
// CHECK: shufflevector <64 x i32> [[ALL]], {{.*}}i32 0, i32 1, i32 2, i32 3,
// CHECK: [[SUM:%[0-9]+]] = add <64 x i32> %{{[0-9]+}}, [[ALL]]
// CHECK-NEXT: shufflevector {{.*}} <64 x i32> [[SUM]], <64 x i32> <i32 0, i32 1, i32 64, i32 65,
// CHECK-COUNT-5: = add <64 x i32>
// CHECK-NEXT: store <64 x i32> %{{[0-9]+}}, ptr [[SUMS]]
// CHECK-NOT: <64 x i32>
// CHECK: ret void
offload_kernel void scan(int n, const int in[n], int out[n])
{
    offload_shared int sums[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    sums[me] = i < n ? in[i] : 0;
    offload_barrier();
    for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
        int left = me >= distance ? sums[me - distance] : 0;
        offload_barrier();
        sums[me] += left;
        offload_barrier();
    }
    if (i < n)
        out[i] = sums[me];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_tree(
// CHECK-NOT: <64 x i32>
// CHECK: ret void
offload_kernel void tree(int n, const int in[n], int *out offload_device_ptr)
{
    offload_shared int sums[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    sums[me] = i < n ? in[i] : 0;
    offload_barrier();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (me < half)
            sums[me] += sums[me + half];
        offload_barrier();
    }
    if (me == 0)
        out[offload_block_id(0)] = sums[0];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_until(
// CHECK-NOT: <64 x i32>
// CHECK: ret void
offload_kernel void until(int n, const int in[n], int out[n])
{
    offload_shared int values[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    values[me] = i < n ? in[i] : 0;
    offload_barrier();
    while (values[0] > 0) {
        int next = values[(me + 1) % BLOCK];
        offload_barrier();
        values[me] = next - 1;
        offload_barrier();
    }
    if (i < n)
        out[i] = values[me];
}

void run(int n, const int *in, int *out)
{
    offload(scan, .threads = {n}, .block_size = {BLOCK})(n, in, out);
    offload(tree, .threads = {n}, .block_size = {BLOCK})(n, in, out);
    offload(until, .threads = {n}, .block_size = {BLOCK})(n, in, out);
}
