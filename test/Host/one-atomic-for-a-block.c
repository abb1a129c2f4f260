// Where all threads of a block add to the same memory, a loop adds up their values in vectors, and the block does one atomic
// operation.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_sum(
// CHECK: add {{.*}}<8 x i32>
// CHECK-COUNT-1: atomicrmw add
// CHECK-NOT: atomicrmw
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_sum(
offload_kernel void sum(int n, const int x[n], int total[1])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        offload_atomic_add(total, x[i]);
}

// The order of floating-point sums is not defined.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_floats(
// CHECK: fadd reassoc <8 x float>
offload_kernel void floats(int n, const float x[n], float total[1])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        offload_atomic_add(total, x[i]);
}

// What a thread reads after its operation may be the same memory.
// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_read(
// CHECK-NOT: <8 x i32>
// CHECK-LABEL: define {{.*}}@__offloadcc_k_call_read(
offload_kernel void read(int n, int x[n], int total[1])
{
    int i = (int)offload_global_id(0);
    if (i < n) {
        offload_atomic_add(total, x[i]);
        x[i] = 0;
    }
}
