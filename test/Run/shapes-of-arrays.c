// Every way to write an array parameter moves all of it: pointers to arrays with a count, dimensions that are
// expressions over several parameters, typedefs at any level, qualifiers at any level.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

typedef float row[4];
typedef const float constant;
typedef row matrix[3];
typedef constant (*pointer_to_rows)[4];

offload_kernel void pointers(const float (*a)[4] offload_count(1), float (*b)[3][4] offload_count(1),
                             pointer_to_rows c offload_count(1))
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            (*b)[i][j] += (*a)[j] + (*c)[j];
}

offload_kernel void pointer_to_constant_arrays(const int (*a)[2][3] offload_count(1), int sum[static 1])
{
    sum[0] = (*a)[0][0] + (*a)[1][2];
}

offload_kernel void expressions(int w, int h, long pad, int a[(w + 1) * h][w % 2 + 2 * pad],
                                const int b[w > h ? w : h])
{
    for (int i = 0; i < (w + 1) * h; i++)
        for (int j = 0; j < w % 2 + 2 * pad; j++)
            a[i][j] += b[w - 1];
}

offload_kernel void typedefs(size_t n, matrix m[n], const row r[2], constant c[restrict n])
{
    m[n - 1][2][3] += r[1][3] + c[n - 1];
}

offload_kernel void qualifiers(int n, const volatile int *const volatile unused offload_device_ptr,
                               volatile int v[const n], const volatile int cv[restrict static 3],
                               int *const restrict p offload_device_ptr)
{
    (void)unused, (void)p;
    v[n - 1] += cv[2];
}

int main(void)
{
    float a[1][4] = {{1, 2, 3, 4}}, b[3][4] = {{0}}, c[4] = {10, 20, 30, 40};
    pointers(a, &b, (pointer_to_rows)&c);
    printf("%g %g\n", b[0][0], b[2][3]);
    // CHECK: 11 44
    int sum[1], pairs[2][3] = {{5, 0, 0}, {0, 0, 6}};
    pointer_to_constant_arrays(&pairs, sum);
    printf("%d\n", sum[0]);
    // CHECK: 11
    static int grid[12][5];
    expressions(3, 3, 2, grid, (int[3]){1, 2, 3});
    printf("%d %d\n", grid[0][0], grid[11][4]);
    // CHECK: 3 3
    static matrix m[2];
    typedefs(2, m, (row[2]){[1] = {0, 0, 0, 5}}, (float[2]){1, 2});
    printf("%g\n", m[1][2][3]);
    // CHECK: 7
    int v[3] = {1, 2, 3};
    qualifiers(3, 0, v, (int[3]){0, 0, 4}, 0);
    printf("%d\n", v[2]);
    // CHECK: 7
}
