// Elements of a table that data chooses are gathered, also where a mask or a remainder keeps the index within the table. An
// index that counts with the thread and comes back to the beginning gets no vectors: LLVM 22 would take the elements for
// neighbours.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v4 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_masked(
// CHECK: call <{{[0-9]+}} x float> @llvm.masked.gather
// CHECK: ret void
offload_kernel void masked(int n, const unsigned char x[n], const float table[64], float out[n])
{
    int i = offload_global_id(0);
    if (i < n)
        out[i] = table[(x[i] ^ 5) & 63];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_hashed(
// CHECK: call <{{[0-9]+}} x i32> @llvm.masked.gather
// CHECK: ret void
offload_kernel void hashed(int n, const unsigned x[n], const int table[1000], int out[n])
{
    int i = offload_global_id(0);
    if (i < n)
        out[i] = table[x[i] * 2654435761u % 1000];
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_counted(
// CHECK-NOT: @llvm.masked.gather
// CHECK: ret void
offload_kernel void counted(int n, const int table[1024], int out[n])
{
    int i = offload_global_id(0);
    if (i < n)
        out[i] = table[(i + 5) & 1023];
}

void run(int n, const unsigned *x, const float *floats, const int *ints, float *out, int *numbers)
{
    offload(masked, .threads = {n})(n, (const unsigned char *)x, floats, out);
    offload(hashed, .threads = {n})(n, x, ints, numbers);
    offload(counted, .threads = {n})(n, ints, numbers);
}
