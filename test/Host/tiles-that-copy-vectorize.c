// A kernel that copies an array to a shared tile only to find its elements close by needs no tile
// on a CPU: its vectors load from the array, along rows of the grid. The tile stays where it does
// more: where neighbours would not load neighbours, or where the kernel writes what it copies.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -Wno-offload-divergent-barrier -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

enum { T = 16 };

offload_kernel void stencil(int n, const float in[n * n], float out[n * n]) {
    offload_shared float tile[T + 2][T + 2];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1), i = y * n + x;
    if (x < n && y < n) {
        tile[ty + 1][tx + 1] = in[i];
        if (tx == 0 && x > 0)
            tile[ty + 1][0] = in[i - 1];
        if (tx == T - 1 && x + 1 < n)
            tile[ty + 1][T + 1] = in[i + 1];
        if (ty == 0 && y > 0)
            tile[0][tx + 1] = in[i - n];
        if (ty == T - 1 && y + 1 < n)
            tile[T + 1][tx + 1] = in[i + n];
    }
    offload_barrier();
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
        out[i] = tile[ty][tx + 1] + tile[ty + 2][tx + 1] + tile[ty + 1][tx] + tile[ty + 1][tx + 2];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_stencil(
// CHECK: call {{.*}}@__offloadcc_choose(

// The threads of a block need not wait for those outside of the array, which return early.
offload_kernel void guarded(int n, const float in[n], float out[n]) {
    offload_shared float tile[T + 1];
    int t = (int)offload_thread_id(0), x = (int)offload_global_id(0);
    if (x >= n)
        return;
    tile[t] = in[x];
    if (t == T - 1 && x + 1 < n)
        tile[T] = in[x + 1];
    offload_barrier();
    if (x + 1 < n)
        out[x] = tile[t] + tile[t + 1];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_guarded(
// CHECK: call {{.*}}@__offloadcc_choose.{{[0-9]+}}(

offload_kernel void in_place(int n, float a[n]) {
    offload_shared float tile[T];
    unsigned t = offload_thread_id(0);
    int x = (int)offload_global_id(0);
    if (x < n)
        tile[t] = a[x];
    offload_barrier();
    if (x + 1 < n && t + 1 < T)
        a[x] = tile[t + 1];
}
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_in_place(
// CHECK-NOT: @__offloadcc_choose

void run(int n, const float in[n * n], float out[n * n], float a[n]) {
    offload(stencil, .blocks = {4, 4}, .block_size = {T, T})(n, in, out);
    offload(guarded, .blocks = {4}, .block_size = {T})(n, in, out);
    offload(in_place, .blocks = {4}, .block_size = {T})(n, a);
}
// CHECK-LABEL: define {{.*}}@__offloadcc_choose(
// CHECK: {{^}}direct:
// CHECK: fadd <8 x float> %wide.load
// CHECK-LABEL: define {{.*}}@__offloadcc_choose.{{[0-9]+}}(
// CHECK: {{^}}direct:
// CHECK: fadd <8 x float> %wide.load
