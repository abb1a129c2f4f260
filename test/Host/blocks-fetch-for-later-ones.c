// A block of a kernel with barriers fetches what a later block loads: while it computes, it does not read, and the
// processor fetches ahead only while code reads. Each array is fetched in its order, a line of the cache for each prefetch.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-unroll-loops -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

enum { N = 1 << 20, BLOCK = 128 };

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sums(
// CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
offload_kernel void sums(const float x[N], float y[N / BLOCK]) {
    offload_shared float s[BLOCK];
    unsigned t = offload_thread_id(0);
    s[t] = x[offload_global_id(0)];
    offload_barrier();
    for (unsigned d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        offload_barrier();
    }
    if (t == 0)
        y[offload_block_id(0)] = s[0];
}

// Neighbours are of one line: they are fetched once.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_rows(
// CHECK: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch.p0(
// CHECK: ret void
offload_kernel void rows(const int x[1024][1024], int y[1024][1024]) {
    offload_shared int s[8][34];
    unsigned i = offload_global_id(0) + 1, k = offload_global_id(1), t = offload_thread_id(0), r = offload_thread_id(1);
    s[r][t] = x[k][i] + x[k][i + 1];
    offload_barrier();
    y[k][i] = s[r][31 - t] + s[7 - r][t];
}

// Each group of lanes fetches its 128 bytes, before it loads its elements of this block.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_of_groups(
// CHECK: call void @llvm.prefetch.p0(
// CHECK-NEXT: icmp {{.*}}ult i64 {{.*}}, 128
// CHECK: load <32 x i32>
offload_kernel void of_groups(const int x[N], int y[N / BLOCK]) {
    offload_shared int s[BLOCK / 32];
    unsigned t = offload_thread_id(0);
    int sum = offload_lane_reduce_add(x[offload_global_id(0)]);
    if (t % 32 == 0)
        s[t / 32] = sum;
    offload_barrier();
    if (t == 0)
        y[offload_block_id(0)] = s[0] + s[1] + s[2] + s[3];
}

// What each block loads again, what is far apart for neighbours, and what a loop reads, is not fetched; nor is anything
// where no thread waits.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_table(
// CHECK-NOT: llvm.prefetch
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_columns(
// CHECK-NOT: llvm.prefetch
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_tiles(
// CHECK-NOT: llvm.prefetch
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_scale(
// CHECK-NOT: llvm.prefetch
// CHECK: ret void
offload_kernel void table(const int x[BLOCK], int y[N]) {
    offload_shared int s[BLOCK];
    unsigned t = offload_thread_id(0);
    s[t] = x[t];
    offload_barrier();
    y[offload_global_id(0)] = s[BLOCK - 1 - t];
}
offload_kernel void columns(const int x[N], int y[N]) {
    offload_shared int s[BLOCK];
    unsigned t = offload_thread_id(0);
    s[t] = x[t * (N / BLOCK) + offload_block_id(0)];
    offload_barrier();
    y[offload_global_id(0)] = s[BLOCK - 1 - t];
}
offload_kernel void tiles(const int x[64][N], int y[N]) {
    offload_shared int s[BLOCK];
    unsigned t = offload_thread_id(0), i = offload_global_id(0);
    y[i] = x[0][i];
    for (int row = 0; row < 64; row++) {
        s[t] = x[row][i];
        offload_barrier();
        y[i] += s[BLOCK - 1 - t];
        offload_barrier();
    }
}
offload_kernel void scale(const int x[N], int y[N]) {
    y[offload_global_id(0)] = 2 * x[offload_global_id(0)];
}
