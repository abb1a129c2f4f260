// -foffload-check: where i % width is compared, i - 1 and i + 1 are known to be in the row of i. That i + 1 is then
// in the array depends on it having only whole rows, which is asked before the blocks run.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
//
// CHECK-LABEL: k_blocks_sizes:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_ints:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_loop:
// CHECK-NOT: outside_fail
//
// Two elements further is another row.
// CHECK-LABEL: k_blocks_farther:
// CHECK: outside_fail
#include <offload.h>

offload_kernel void sizes(size_t width, size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0), column = i % width;
    if (i < n)
        y[i] = (column > 0 ? x[i - 1] : 0) + (column + 1 < width ? x[i + 1] : 0);
}

offload_kernel void ints(int width, int n, const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    int column = i % width;
    y[i] = (column >= 2 ? x[i - 2] : 0) + (column < width - 1 ? x[i + 1] : 0);
}

offload_kernel void loop(size_t width, size_t n, const float x[n], float y[n])
{
    offload_for (i, n) {
        size_t column = i % width;
        y[i] = (column > 0 ? x[i - 1] : 0) + (column + 1 < width ? x[i + 1] : 0);
    }
}

offload_kernel void farther(size_t width, size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0), column = i % width;
    if (i < n)
        y[i] = column + 1 < width ? x[i + 2] : 0;
}

void run(size_t n, float *x, float *y)
{
    offload(sizes, .threads = {n})(10, n, x, y);
    offload(ints, .threads = {n})(10, (int)n, x, y);
    offload(loop)(10, n, x, y);
    offload(farther, .threads = {n})(10, n, x, y);
}
