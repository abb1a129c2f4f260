// A block asks once whether the index of all its threads is within bounds, for all groups of lanes: by vectors, and before
// the loop over groups. Where it is, no group asks again, and there is one loop without branches.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

enum { SIZE = 256 };

static void add_up(int value, int *out) {
    offload_shared int of_groups[SIZE / 32];
    unsigned thread = offload_thread_id(0);
    value = offload_lane_reduce_add(value);
    if (thread % 32 == 0)
        of_groups[thread / 32] = value;
    offload_barrier();
    if (thread == 0) {
        for (int g = 1; g < SIZE / 32; g++)
            value += of_groups[g];
        out[offload_block_id(0)] = value;
    }
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sums(
// CHECK: {{^}}ask.end{{.*}}:
// CHECK-NEXT: %[[ALL:.*]] = phi i1
// CHECK: br i1 %[[ALL]], label %rest.thread
// CHECK: ret void
offload_kernel void sums(unsigned n, const int x[n], unsigned blocks, int out[blocks]) {
    unsigned i = (unsigned)offload_global_id(0);
    add_up(i < n ? x[i] : 0, out);
}

// What only depends on the thread is not so for all groups of any block.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_half(
// CHECK-NOT: {{^}}ask
// CHECK: ret void
offload_kernel void half(unsigned n, const int x[n], unsigned used, unsigned blocks, int out[blocks]) {
    add_up(offload_thread_id(0) < used ? x[offload_global_id(0)] : 0, out);
}

void run(unsigned n, const int *x, int *out) {
    offload(sums, .blocks = {n / SIZE}, .block_size = {SIZE})(n, x, n / SIZE, out);
    offload(half, .blocks = {n / SIZE}, .block_size = {SIZE})(n, x, 100, n / SIZE, out);
}
