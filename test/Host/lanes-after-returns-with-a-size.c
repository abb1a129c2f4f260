// Lane functions are vectors where threads may return first, each group has turns of its own, and the
// block size is known where the kernel is launched.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -mavx2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O3 --offload-arch=none %s -o %t && %t
// CHECK: fadd <8 x float>
#include <offload.h>
#include <stdio.h>

enum { ROWS = 37, MOST = 2000 };

offload_kernel void rows(int n, const int start[n + 1], int all, const float x[all], float sums[n])
{
    int row = (int)(offload_global_id(0) / 32), lane = (int)offload_lane_id();
    if (row >= n)
        return;
    float sum = 0;
    for (int i = start[row]; i < start[row + 1]; i += 32) {
        float v = i + lane < start[row + 1] ? x[i + lane] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += offload_lane_shuffle_xor(v, d);
        sum += v;
    }
    if (lane == 0)
        sums[row] = sum;
}

int main(void)
{
    static int start[ROWS + 1];
    static float x[MOST], sums[ROWS];
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i + 1] = start[i] + i * 7 % 50;
        x[start[i]] = (float)i;
    }
    offload(rows, .threads = {32 * ROWS}, .block_size = {128})(ROWS, start, MOST, x, sums);
    for (int i = 0; i < ROWS; i++)
        wrong += sums[i] != (start[i + 1] > start[i] ? (float)i : 0);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
