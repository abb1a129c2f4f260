// A parameter's offload_count counts what its pointer points to, rows too, over any of the kernel's parameters, by the names of
// the declaration that has it.
//
// RUN: %offloadcc -O2 -Wall -Wextra --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.debug | FileCheck %s
#include <offload.h>
#include <stdio.h>

enum { N = 40 };
typedef double row[N];
typedef const row *rows;
struct shape { int rows, cols; };
struct cell { int n; float *v offload_count(n); };

offload_kernel void increment(double (*A)[N] offload_count(n), int n);
offload_kernel void increment(double (*A)[N], int len)
{
    int i = (int)offload_global_id(0);
    for (int j = 0; i < len && j < N; j++)
        A[i][j] += 1;
}

offload_kernel void sums(rows A offload_count(n), double s[] offload_count(n), int n)
{
    int i = (int)offload_global_id(0);
    for (int j = 0; i < n && j < N; j++)
        s[i] += A[i][j];
}

#define ELEMENTS(s) (s.rows * s.cols)
offload_kernel void by_struct(int m, double (*A)[m] offload_count(s.rows),
                              const float *restrict const x offload_count(ELEMENTS(s)), struct shape s)
{
    int i = (int)offload_global_id(0);
    for (int j = 0; i < s.rows && j < m; j++)
        A[i][j] += x[i * m + j];
}

offload_kernel void marks(offload_out int (*o)[3][2] offload_count(2 * n), offload_scratch int (*t)[3] offload_count(n),
                          unsigned n)
{
    size_t i = offload_global_id(0);
    if (i >= 2 * n)
        return;
    t[i / 2][i % 2] = (int)i;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++)
            o[i][a][b] = t[i / 2][i % 2] * 100 + a * 10 + b;
}

offload_kernel void structs(struct cell *c offload_count(k), const struct cell (*pair)[2] offload_count(k), int k)
{
    int i = (int)offload_global_id(0);
    for (int j = 0; i < k && j < c[i].n; j++)
        c[i].v[j] += pair[i][1].v[0];
}

int main(void)
{
    static double A[N][N], s[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = i;
    offload(increment, .threads = {N})(A, N);
    offload(sums, .threads = {N})(A, s, N);
    printf("%g %g\n", s[0], s[39]);
    // CHECK: 40 1600
    float x[6] = {1, 2, 3, 4, 5, 6};
    double B[2][3] = {{0}};
    offload(by_struct, .threads = {2})(3, B, x, (struct shape){2, 3});
    printf("%g %g\n", B[0][0], B[1][2]);
    // CHECK: 1 6
    int o[4][3][2], t[2][3];
    offload(marks, .threads = {4})(o, t, 2);
    printf("%d %d\n", o[0][1][1], o[3][2][1]);
    // CHECK: 11 321
    float v0[3] = {1, 2, 3}, v1[1] = {7}, p0[1] = {10}, p1[1] = {20};
    struct cell c[2] = {{3, v0}, {1, v1}}, p[2][2] = {{{0, 0}, {1, p0}}, {{0, 0}, {1, p1}}};
    offload(structs, .threads = {2})(c, p, 2);
    printf("%g %g\n", v0[2], v1[0]);
    // CHECK: 13 27
    offload_data(offload_tofrom(A, N)) {
        double(*rows_of_a)[N] = A;
        offload(increment, .threads = {N})(A, N);
        offload_update_from(&rows_of_a[38], 2);
        printf("%g %g %g\n", A[0][0], A[38][0], A[39][39]);
    }
    printf("%g\n", A[0][39]);
    // CHECK: {{[12]}} 40 41
    // CHECK: 2
}
