// Of the lanes of a group, those with some number in an array do an atomic operation. They vote first, and the loop over
// those that have voted does nothing for the others: it is not taken for the work of one lane.
//
// REQUIRES: x86_64
// RUN: %offloadcc --offload-arch=none -O2 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// CHECK: {{^}}bit.thread
#include <offload.h>

offload_kernel void count(int n, const int x[n], int y[n], int counter[1]) {
    int i = (int)offload_global_id(0);
    int sum = offload_lane_reduce_add(x[i]);
    if (x[i] == 5)
        y[i] = offload_atomic_add(counter, sum);
}
