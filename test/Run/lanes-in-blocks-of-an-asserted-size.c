// A kernel that calls lane functions may say which size its blocks have, one of fewer threads than a group has lanes.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

#define SUM(size)                                                                                                      \
    offload_kernel void sum_##size(int x[64]) {                                                                        \
        if (offload_block_size(0) != size)                                                                             \
            abort();                                                                                                   \
        x[offload_thread_id(0)] = offload_lane_reduce_add(x[offload_thread_id(0)]);                                    \
    }
SUM(1)
SUM(4)
SUM(31)
SUM(32)
SUM(64)

int main(void) {
    int x[64];
#define LAUNCH(size)                                                                                                   \
    for (int i = 0; i < 64; i++)                                                                                       \
        x[i] = i;                                                                                                      \
    offload(sum_##size, .blocks = {1}, .block_size = {size})(x);                                                       \
    printf("%d\n", x[0]);
    LAUNCH(1)  // CHECK: 0
    LAUNCH(4)  // CHECK-NEXT: 6
    LAUNCH(31) // CHECK-NEXT: 465
    LAUNCH(32) // CHECK-NEXT: 496
    LAUNCH(64) // CHECK-NEXT: 496
}
