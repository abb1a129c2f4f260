// A stencil of the interior: guards in two or three dimensions, at both ends, in any form and with any type of
// index, are taken out of the loop over threads, which is vectorised without gathers.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: not grep llvm.masked.gather %t.ll
#include <offload.h>

#define STEP(x) x(i, j) + x(i - 1, j) + x(i + 1, j) + x(i, j - 1) + x(i, j + 1)
#define A(i, j) a[i][j]

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_conjunction(
// CHECK: fadd <4 x double>
offload_kernel void conjunction(int n, const double a[n][n], double b[n][n]) {
    int j = offload_global_id(0), i = offload_global_id(1);
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        b[i][j] = STEP(A);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_early_return(
// CHECK: fadd <8 x float>
offload_kernel void early_return(int rows, int columns, const float a[rows][columns], float b[rows][columns]) {
    int i = (int)offload_global_id(1), j = (int)offload_global_id(0);
    if (i < 1 || j < 1 || i >= rows - 1 || j >= columns - 1)
        return;
    b[i][j] = STEP(A);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_of_size(
// CHECK: fadd <4 x double>
offload_kernel void of_size(size_t n, const double a[n][n], double b[n][n]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i > 0 && j > 0 && i + 1 < n && j + 1 < n)
        b[i][j] = STEP(A);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_of_unsigned(
// CHECK: fadd <4 x double>
offload_kernel void of_unsigned(unsigned n, const double a[n][n], double b[n][n]) {
    unsigned j = (unsigned)offload_global_id(0), i = (unsigned)offload_global_id(1);
    if (i - 1 < n - 2 && j - 1 < n - 2)
        b[i][j] = STEP(A);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_by_hand(
// CHECK: fadd <4 x double>
#define BY_HAND(i, j) a[(i) * n + (j)]
offload_kernel void by_hand(int n, const double a[n * n], double b[n * n]) {
    int j = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    int i = (int)(offload_block_id(1) * offload_block_size(1) + offload_thread_id(1));
    if (j > 0 && j < n - 1 && i > 0 && i < n - 1)
        b[i * n + j] = STEP(BY_HAND);
}

struct sizes {
    int rows, columns;
};

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_of_struct(
// CHECK: fadd <4 x double>
#define OF_STRUCT(i, j) a[(i) * size.columns + (j)]
offload_kernel void of_struct(struct sizes size, size_t n, const double a[n], double b[n]) {
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (j >= 1 && j <= size.columns - 2 && i >= 1 && i <= size.rows - 2)
        b[i * size.columns + j] = STEP(OF_STRUCT);
}

// CHECK-LABEL: define {{.*}}@__offloadcc_k_blocks_cube(
// CHECK: fadd <4 x double>
offload_kernel void cube(int n, const double a[n][n][n], double b[n][n][n]) {
    int k = offload_global_id(0), j = offload_global_id(1), i = offload_global_id(2);
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1)
        b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] +
                     a[i][j][k + 1] - 6 * a[i][j][k];
}

void launch(int n, const double *a, double *b, const float *c, float *d) {
    size_t s = (size_t)n;
    offload(conjunction, .threads = {s, s})(n, (const double (*)[n])a, (double (*)[n])b);
    offload(early_return, .threads = {s, s})(n, n, (const float (*)[n])c, (float (*)[n])d);
    offload(of_size, .threads = {s, s})(s, (const double (*)[n])a, (double (*)[n])b);
    offload(of_unsigned, .threads = {s, s})((unsigned)n, (const double (*)[n])a, (double (*)[n])b);
    offload(by_hand, .blocks = {(unsigned)n / 16, (unsigned)n / 16}, .block_size = {16, 16})(n, a, b);
    offload(of_struct, .threads = {s, s})((struct sizes){n, n}, s * s, a, b);
    offload(cube, .threads = {s, s, s})(n, (const double (*)[n][n])a, (double (*)[n][n])b);
}
