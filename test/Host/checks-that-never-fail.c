// -foffload-check leaves out checks that can be shown never to fail. For arrays of several dimensions, or
// that are used as such, that is shown of each dimension; of a choice between two indices, for both.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S -DCLEAR %s -o %t.s
// RUN: not grep outside_fail %t.s
//
// The same kernels, each with an index that is one too far. All need a check, for some blocks at least.
// RUN: %offloadcc -O2 --offload-arch=none -foffload-check -S %s -o - | FileCheck %s
//
// CHECK-LABEL: k_blocks_strided:
// CHECK: outside_fail
// CHECK-LABEL: k_body_multiply.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_multiply_flat.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_torus.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_inner.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_reverse.all_checks:
// CHECK: outside_fail
// CHECK-LABEL: k_body_volume.all_checks:
// CHECK: outside_fail
#include <offload.h>

#ifdef CLEAR
enum { MORE = 0 };
#else
enum { MORE = 1 };
#endif

offload_kernel void multiply(size_t n, const float a[n][n], const float b[n][n], float c[n][n])
{
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (size_t k = 0; k < n + MORE; k++)
        sum += a[row][k] * b[k][column];
    c[row][column] = sum;
}

offload_kernel void multiply_flat(size_t n, const float a[n * n], const float b[n * n],
                                  float c[n * n])
{
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column + MORE];
    c[row * n + column] = sum;
}

offload_kernel void torus(size_t height, size_t width, const char in[height][width],
                          char out[height][width])
{
    size_t x = offload_global_id(0), y = offload_global_id(1);
    if (y >= height || x >= width)
        return;
    size_t up = y == 0 ? height - 1 : y - 1, down = y == height - 1 ? 0 : y + 1;
    size_t left = x == 0 ? width - 1 + MORE : x - 1, right = x == width - 1 ? 0 : x + 1;
    out[y][x] = in[up][left] + in[down][right] + in[up][right] + in[down][left];
}

offload_kernel void inner(size_t height, size_t width, const float in[height * width],
                          float out[height * width])
{
    size_t x = offload_global_id(0), y = offload_global_id(1), i = y * width + x;
    if (y >= height || x >= width || x == 0 || y == 0 || x == width - 1 || y == height - 1)
        return;
    out[i] = in[i - 1] + in[i + 1 + MORE] + in[i - width] + in[i + width];
}

offload_kernel void reverse(size_t n, const float in[n], float out[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        out[n - 1 - i] = in[n - 1 + MORE - i];
}

offload_kernel void strided(size_t n, const int in[n], int out[n + MORE])
{
    offload_for (i, n + MORE)
        out[i] = in[i];
}

offload_kernel void volume(size_t n, size_t m, float x[n][m][3])
{
    size_t i = offload_global_id(0), j = offload_global_id(1);
    if (i < n && j < m)
        for (int c = 0; c < 3; c++)
            x[i][j][c] += x[i][m - 1 - j][2 - c + MORE];
}

int main(void)
{
    static float a[16], b[16], c[16];
    static char in[16], out[16];
    offload(multiply, .threads = {4, 4})(4, (void *)a, (void *)b, (void *)c);
    offload(multiply_flat, .threads = {4, 4})(4, a, b, c);
    offload(torus, .threads = {4, 4})(4, 4, (void *)in, (void *)out);
    offload(inner, .threads = {4, 4})(4, 4, a, b);
    offload(reverse, .threads = {16})(16, a, b);
    offload(strided, .threads = {16})(15, (void *)a, (void *)b);
    offload(volume, .threads = {1, 4})(1, 4, (void *)a);
}
