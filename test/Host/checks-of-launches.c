// -foffload-check: a check whose outcome is the same for all threads of a launch, or which fails only in
// launches of 2^31 threads or more, is made before the blocks run. Launches in which it may fail run the
// kernel's code with all checks.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
//
// CHECK-LABEL: k_blocks_ints:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_row_of:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_tile_of:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_all:
// CHECK-NOT: outside_fail
//
// CHECK-LABEL: k_body_ints.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_row_of.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_tile_of.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_all.all_checks:
// CHECK: outside_fail
#include <offload.h>

// An int is not negative if the thread's index is less than 2^31.
offload_kernel void ints(int n, const float a[n][n], const float b[n * n], float c[n][n])
{
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (j >= n || i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i][k] * b[k * n + j];
    c[i][j] = sum;
}

// Whether row k is in the array, the launch decides.
offload_kernel void row_of(size_t n, size_t k, const float a[n][n], float row[n])
{
    size_t j = offload_global_id(0);
    if (j < n)
        row[j] = a[k][j];
}

// So does the size of blocks.
offload_kernel void tile_of(size_t n, float x[n])
{
    offload_shared float tile[18];
    size_t i = offload_global_id(0), t = offload_thread_id(0);
    tile[t + 1] = i < n ? x[i] : 0;
    offload_barrier();
    if (i < n)
        x[i] = tile[offload_block_size(0) - t];
}

// And the number of threads.
offload_kernel void all(size_t n, float x[n])
{
    x[offload_global_id(0)] = x[n - 1 - offload_global_id(0)];
}

void run(int n, float (*a)[n], float *b, float *c)
{
    offload(ints, .threads = {(size_t)n, (size_t)n})(n, a, b, (void *)c);
    offload(row_of, .threads = {(size_t)n})((size_t)n, 1, (void *)a, b);
    offload(tile_of, .threads = {(size_t)n}, .block_size = {(unsigned)n})((size_t)n, b);
    offload(all, .threads = {(size_t)n})((size_t)n, b);
}
