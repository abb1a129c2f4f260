// -foffload-check: reductions over a block, which are offloadcc's own code, have no checks.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void total(double by, double y[1])
{
    double sum = offload_block_reduce_add(by * offload_thread_id(0));
    y[0] = sum;
}
// CHECK-NOT: outside_fail
// CHECK: .size __offloadcc_k_blocks_total
// CHECK-NOT: outside_fail
