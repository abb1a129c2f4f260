// What the pointers of a struct lead to goes with the struct, however that comes to the kernel: by
// value, or in an array. Pointers on the host stay as they are.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug
// RUN: %t.debug | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
    size_t n;
    float *data __counted_by(n);
};
struct matrix {
    int rows, cols;
    const float *data offload_count(rows * cols);
};

offload_kernel void by_value(struct matrix m, struct vector v)
{
    size_t i = offload_global_id(0);
    if (i < v.n)
        for (int j = 0; j < m.cols; j++)
            v.data[i] += m.data[(int)i * m.cols + j];
}

offload_kernel void in_arrays(int n, const struct matrix m[n], struct vector v[n])
{
    int k = (int)offload_block_id(0);
    size_t i = offload_thread_id(0);
    if (k < n && i < v[k].n)
        for (int j = 0; j < m[k].cols; j++)
            v[k].data[i] += m[k].data[(int)i * m[k].cols + j];
}

int main(void)
{
    float numbers[2][6] = {{1, 2, 3, 4, 5, 6}, {10, 20, 30, 40, 50, 60}};
    float sums[2][3] = {{0}};
    struct matrix m[2] = {{3, 2, numbers[0]}, {2, 3, numbers[1]}};
    struct vector v[2] = {{3, sums[0]}, {2, sums[1]}};
    offload(by_value, .threads = {3})(m[0], v[0]);
    printf("%g %g %g\n", sums[0][0], sums[0][1], sums[0][2]);
    // CHECK: 3 7 11
    offload(in_arrays, .blocks = {2}, .block_size = {3})(2, m, v);
    printf("%g %g %g, %g %g %g\n", sums[0][0], sums[0][1], sums[0][2], sums[1][0], sums[1][1],
           sums[1][2]);
    // CHECK: 6 14 22, 60 150 0
    printf("%d %d\n", v[0].data == sums[0] && v[1].data == sums[1],
           m[0].data == numbers[0] && m[1].data == numbers[1]);
    // CHECK: 1 1
}
