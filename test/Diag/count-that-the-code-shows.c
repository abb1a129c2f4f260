// The error for a pointer without a bound suggests the count that follows from what the kernel compares its indices with.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct shape { int width, height; };
static float at(const float *grid, int stride, int y, int x) { return grid[y * stride + x]; }
static void put(float *to, float value) { *to = value; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: parameter 'in' of kernel 'rows_and_columns' has no bound, so its size is not known; write 'float *in offload_count(rows * cols)', as the kernel seems to use elements up to index 'rows * cols - 1' (line [[@LINE+5]]), or mark it offload_device_ptr if it is a device address
offload_kernel void rows_and_columns(float *in, int iteration, int cols, int rows)
{
    int row = offload_global_id(1), col = (int)offload_block_id(0) * (int)offload_block_size(0) + (int)offload_thread_id(0);
    if (row < rows && col < cols)
        in[row * cols + col] = (float)iteration;
}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int x[n]' or 'int *x offload_count(n)', as
offload_kernel void returns_early(int m, int n, int *x) { int i = offload_global_id(0); if (i >= n) return; x[i] = m; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int *x offload_count(n)', as
offload_kernel void strides(int *x, int n)
{
    for (size_t i = offload_global_id(0); i < (size_t)n; i += offload_global_size(0))
        x[i]++;
}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int *x offload_count(n)', as
offload_kernel void iterations(int *x, int n) { offload_for (i, n) x[i]++; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float x[n]' or 'float *x offload_count(n)', as the kernel seems to use elements up to index 'n - 1'
offload_kernel void neighbours(int n, float *x) { int i = offload_global_id(0); if (i > 0 && i < n - 1) x[i] = x[i - 1] + x[i + 1]; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float *x offload_count(2 * n)', as the kernel seems to use elements up to index '2 * n - 1'
offload_kernel void halves(float *x, int n) { int i; i = offload_global_id(0); if (i < n) x[i + n] = x[i]; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float x[3 * n]' or 'float *x offload_count(3 * n)', as
offload_kernel void constant_loop(const size_t n, float *x) { size_t i = offload_global_id(0); if (i < n) for (int j = 0; j < 3; j++) x[3 * i + j] = 0; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float *x offload_count(w * h)', as
offload_kernel void quotients(float *x, int w, int h) { int i = offload_global_id(0), total = w * h; if (i < total) x[i / w * w + i % w] = 0; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float *x offload_count(rows * cols)', as {{.*}} (line 7)
offload_kernel void calls(float *x, int rows, int cols)
{
    int row = offload_global_id(1), col = offload_global_id(0);
    if (row < rows && col < cols)
        put(&x[row * cols + col], at(x, cols, row, col));
}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float *x offload_count(rows * cols)', as
offload_kernel void aliases(float *x, int rows, int cols)
{
    int row = offload_global_id(0);
    if (row >= rows)
        return;
    float *line = x + row * cols;
    for (int i = cols - 1; i >= 0; i--)
        line[i] = 0;
}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float *x offload_count(shape.width * shape.height)', as
offload_kernel void members(float *x, struct shape shape)
{
    int i = offload_global_id(0), j = offload_global_id(1);
    if (i < shape.width && j < shape.height)
        x[j * shape.width + i] = 0;
}
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'float (*x)[4] offload_count(n)', as the kernel seems to use rows up to index 'n - 1'
offload_kernel void grids(float (*x)[4], int n) { int i = offload_global_id(0); if (i < n) x[i][3] = 0; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int count[1]' or 'int *count offload_count(1)', as the kernel seems to use only the first of its elements
offload_kernel void counter(int *count, int n, int *x offload_count(n)) { int i = offload_global_id(0); if (i < n && x[i]) offload_atomic_add(&count[0], 1); }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int cells[n * n]' or 'int *cells offload_count(n * n)', as
offload_kernel void larger_of_two(size_t n, int *cells) { size_t i = offload_global_id(0), j = offload_global_id(1); if (i < n && j < n) cells[i * n + j] = cells[i]; }
// CHECK-NOT: error:
