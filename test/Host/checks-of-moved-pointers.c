// -foffload-check: a pointer that a loop moves by as much in each turn is an index of its array, of which it is found
// before the blocks run whether it is inside.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
//
// CHECK-LABEL: k_blocks_product:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_backwards:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_pairs:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_to_end:
// CHECK-NOT: outside_fail
//
// How far this pointer is moved depends on data.
// CHECK-LABEL: k_blocks_by_data:
// CHECK: outside_fail
#include <offload.h>

offload_kernel void product(int n, const float a[n * n], const float b[n * n], float c[n * n])
{
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column < n && row < n) {
        const float *left = a + row * n, *right = b + column;
        float sum = 0;
        for (int k = 0; k < n; k++) {
            sum += *left++ * *right;
            right += n;
        }
        c[row * n + column] = sum;
    }
}

offload_kernel void backwards(size_t n, size_t length, const float x[n * length], float y[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    const float *end = x + (i + 1) * length;
    for (size_t k = 0; k < length; k++)
        y[i] += *--end;
}

offload_kernel void pairs(unsigned n, const float x[4 * n], float y[n])
{
    unsigned i = (unsigned)offload_global_id(0);
    if (i < n) {
        const float *pair = x + (size_t)i * 4;
        for (unsigned k = 0; k < 4; k += 2, pair += 2)
            y[i] += pair[0] * pair[1];
    }
}

offload_kernel void to_end(size_t rows, size_t columns, const float x[rows * columns], float y[rows])
{
    size_t row = offload_global_id(0);
    if (row < rows)
        for (const float *at = x + row * columns, *end = at + columns; at < end; at++)
            y[row] += *at;
}

offload_kernel void by_data(unsigned n, unsigned most, const float x[most], float y[n])
{
    unsigned i = (unsigned)offload_global_id(0);
    const float *at = x;
    if (i < n)
        for (unsigned k = 0; k < n; k++) {
            y[i] += *at++;
            if (y[i] > 1)
                at++;
        }
}

void run(size_t n, float *a, float *b, float *c)
{
    offload(product, .threads = {n, n})((int)n, a, b, c);
    offload(backwards, .threads = {n})(n, n, a, c);
    offload(pairs, .threads = {n})((unsigned)n, a, c);
    offload(to_end, .threads = {n})(n, n, a, c);
    offload(by_data, .threads = {n})((unsigned)n, (unsigned)n, a, c);
}
