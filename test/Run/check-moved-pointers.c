// -foffload-check finds where a pointer that a loop moves leaves its array.
//
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t
// RUN: %t | FileCheck %s
// RUN: not --crash %t columns 2>&1 | FileCheck -check-prefix=COLUMNS %s
// RUN: not --crash %t before 2>&1 | FileCheck -check-prefix=BEFORE %s
// RUN: not --crash %t end 2>&1 | FileCheck -check-prefix=END %s
//
// CHECK: 40 40 40
// COLUMNS: check-moved-pointers.c:[[#@LINE+13]]: product: block: [0,0,0], thread: [0,7,0] index 64 is outside of parameter 'a' of kernel 'product', which has 64 elements
// BEFORE: check-moved-pointers.c:[[#@LINE+24]]: backwards: block: [0,0,0], thread: [0,0,0] index -1 is outside of parameter 'x' of kernel 'backwards', which has 64 elements
// END: check-moved-pointers.c:[[#@LINE+33]]: to_end: block: [0,0,0], thread: [7,0,0] index 64 is outside of parameter 'x' of kernel 'to_end', which has 64 elements
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_kernel void product(int n, int columns, const float a[n * n], const float b[n], float c[n])
{
    int row = (int)offload_global_id(1);
    const float *left = a + row * n, *right = b;
    float sum = 0;
    for (int k = 0; k < columns; k++)
        sum += *left++ * right[k % n];
    c[row] = sum;
}

offload_kernel void backwards(size_t n, size_t length, const float x[n * n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    y[i] = 0;
    const float *end = x + (i + 1) * n;
    for (size_t k = 0; k < length; k++)
        y[i] += *--end;
}

offload_kernel void to_end(size_t n, size_t length, const float x[n * n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    y[i] = 0;
    for (const float *at = x + i * n, *end = at + length; at < end; at += 2)
        y[i] += *at + at[1];
}

int main(int argc, char **argv)
{
    enum { N = 8 };
    const char *what = argc > 1 ? argv[1] : "";
    static float a[N * N], b[N], c[N], d[N], e[N];
    for (int i = 0; i < N; i++) {
        b[i] = 1;
        for (int k = 0; k < N; k++)
            a[i * N + k] = 5;
    }
    offload(product, .threads = {1, N})(N, strcmp(what, "columns") == 0 ? N + 1 : N, a, b, c);
    offload(backwards, .threads = {N})(N, strcmp(what, "before") == 0 ? N + 1 : N, a, d);
    offload(to_end, .threads = {N})(N, strcmp(what, "end") == 0 ? N + 1 : N, a, e);
    printf("%g %g %g\n", c[N - 1], d[N - 1], e[N - 1]);
}
