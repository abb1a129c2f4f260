// -foffload-check: from the indices of blocks and what a kernel compares, it is found before they run whether one of
// their threads may be outside of an array. Only blocks in which one may run the kernel's code with all checks.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
//
// CHECK-LABEL: k_blocks_next:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_stencil:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_torus:
// CHECK-NOT: outside_fail
// CHECK-LABEL: k_blocks_around:
// CHECK-NOT: outside_fail
//
// What memory holds is not known before.
// CHECK-LABEL: k_blocks_gather:
// CHECK: outside_fail
//
// CHECK-LABEL: k_body_next.all_checks:
// CHECK: outside_fail
#include <offload.h>

offload_kernel void next(size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[i + 1] - x[i - 1];
}

offload_kernel void stencil(int width, int height, const float x[height * width],
                            float y[height * width])
{
    int c = (int)offload_global_id(0), r = (int)offload_global_id(1), i = r * width + c;
    if (c > 0 && c < width - 1 && r > 0 && r < height - 1)
        y[i] = x[i - 1] + x[i + 1] + x[i - width] + x[i + width];
}

offload_kernel void torus(int width, int height, const float x[height * width],
                          float y[height * width])
{
    int i = (int)offload_global_id(0), r = i / width, c = i % width;
    if (i < width * height)
        y[i] = x[(r + height - 1) % height * width + c] + x[r * width + (c + 1) % width];
}

// A loop around the thread's element.
offload_kernel void around(int n, int radius, const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    float sum = 0;
    for (int k = -radius; k <= radius; k++)
        sum += x[i + k];
    if (i < n)
        y[i] = sum;
}

offload_kernel void gather(size_t n, const int from[n], const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[from[i]];
}

void run(int n, int *from, float *x, float *y)
{
    offload(next, .threads = {(size_t)n})((size_t)n, x, y);
    offload(stencil, .threads = {(size_t)n, (size_t)n})(n, n, x, y);
    offload(torus, .threads = {(size_t)n})(n, 1, x, y);
    offload(around, .threads = {(size_t)n})(n, 2, x, y);
    offload(gather, .threads = {(size_t)n})((size_t)n, from, x, y);
}
