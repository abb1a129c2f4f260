// -foffload-check: an index that begins below zero in a row of threads is outside of the array only
// there, also where the comparison of the whole row is made once.
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>

enum { BLOCK = 256 };

offload_kernel void rows(int n, int count, int to[n]) {
    offload_shared int after[BLOCK];
    int tx = (int)offload_thread_id(0);
    int left = (BLOCK - 2 * count) * (int)offload_block_id(0) - count, j = left + tx;
    bool valid = tx >= (left < 0 ? -left : 0), computed = false;
    for (int i = 0; i < count; i++) {
        computed = tx > i && valid;
        if (computed)
            after[tx] = j;
        offload_barrier();
    }
    if (computed)
        to[j] = after[tx];
}

int main(void) {
    static int to[1000];
    offload(rows, .blocks = {1}, .block_size = {BLOCK})(1000, 20, to);
    printf("%d\n", to[235]); // CHECK: 235
}
