// A group of lanes for each row of a sparse matrix, whose lanes take turns at its elements: CUDA's
// csr_vector. Where a row begins is the same for the group, so its lanes load their elements as a
// vector, and what these point to by gathering.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -mavx2 --offload-arch=none -S -emit-llvm -Rpass-missed=offload -Werror %s -o %t.ll 2>&1 | FileCheck --allow-empty --check-prefix=REMARK %s
// RUN: FileCheck %s < %t.ll
// RUN: %offloadcc -O3 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

// REMARK-NOT: remark
// CHECK: call <4 x double> @llvm.fmuladd.v4f64
offload_kernel void rows(int count, const int start[count + 1], int all, const int column[all],
                         const double value[all], const double x[count], double y[count])
{
    int row = (int)(offload_global_id(0) / 32), lane = (int)offload_lane_id();
    if (row >= count)
        return;
    double sum = 0;
    for (int i = start[row] + lane; i < start[row + 1]; i += 32)
        sum += value[i] * x[column[i]];
    for (unsigned d = 16; d; d /= 2)
        sum += offload_lane_shuffle_down(sum, d);
    if (lane == 0)
        y[row] = sum;
}

int main(void)
{
    enum { ROWS = 150 };
    int start[ROWS + 1], wrong = 0;
    start[0] = 0;
    for (int r = 0; r < ROWS; r++)
        start[r + 1] = start[r] + r * 7 % 90;
    int all = start[ROWS], *column = malloc((size_t)all * sizeof *column);
    double *value = malloc((size_t)all * sizeof *value), x[ROWS], y[ROWS];
    for (int i = 0; i < all; i++)
        column[i] = i * 31 % ROWS, value[i] = i % 9;
    for (int r = 0; r < ROWS; r++)
        x[r] = r % 5;
    offload(rows, .threads = {ROWS * 32}, .block_size = {128})(ROWS, start, all, column, value, x, y);
    for (int r = 0; r < ROWS; r++) {
        double sum = 0;
        for (int i = start[r]; i < start[r + 1]; i++)
            sum += value[i] * x[column[i]];
        wrong += y[r] != sum;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
