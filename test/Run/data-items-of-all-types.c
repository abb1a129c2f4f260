// Items are pointers and arrays of any complete type: structs, rows of arrays and of VLAs, const and
// volatile data, elements in the middle; 16 of them; and none of no elements, null or not.
//
// RUN: %offloadcc -O2 -Wall -Wextra -Werror --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address,undefined --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct point {
    double x;
    char tag[3];
};

offload_kernel void points(int n, struct point p[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        p[i].x += p[i].tag[1];
}

offload_kernel void matrix(int n, int m, float a[n][m], const float b[n][2])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        for (int k = 0; k < m; k++)
            a[i][k] += b[i][k & 1];
}

offload_kernel void flags(int n, volatile unsigned char f[n], const int t[1])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        f[i] = (unsigned char)(f[i] + t[0]);
}

static void run(int n, int m, float (*a)[m])
{
    static struct point p[9];
    static const int t[1] = {5};
    float b[9][2];
    volatile unsigned char f[4] = {250, 251, 252, 253};
    for (int i = 0; i < n; i++) {
        p[i] = (struct point){i, {0, (char)i, 0}};
        b[i][0] = b[i][1] = 100;
        for (int k = 0; k < m; k++)
            a[i][k] = (float)(10 * i + k);
    }
    offload_data(offload_tofrom(p, n), offload_tofrom(a, n), offload_to(b, n), offload_tofrom(f, 4),
                 offload_to(t, 1), offload_alloc((int *)NULL, 0), offload_from(a, 0)) {
        offload(points, .threads = {n})(n, p);
        offload(matrix, .threads = {n})(n, m, a, (const float(*)[2])b);
        offload(flags, .threads = {4})(4, f, t);
    }
    printf("%g %g %g %d %d\n", p[8].x, a[0][0], a[8][m - 1], f[0], f[3]);
    // The last rows alone.
    offload_data(offload_tofrom(&a[n - 2], 2))
        offload(matrix, .threads = {1})(1, m, &a[n - 1], (const float(*)[2])b);
    printf("%g %g\n", a[n - 2][0], a[n - 1][0]);
}

int main(int argc, char **argv)
{
    (void)argv;
    int m = 6 + argc;
    float a[9][m];
    run(9, m, a);
    int v[16] = {0};
    offload_data(offload_to(v, 1), offload_to(v + 1, 1), offload_to(v + 2, 1), offload_to(v + 3, 1),
                 offload_to(v + 4, 1), offload_to(v + 5, 1), offload_to(v + 6, 1),
                 offload_to(v + 7, 1), offload_to(v + 8, 1), offload_to(v + 9, 1),
                 offload_to(v + 10, 1), offload_to(v + 11, 1), offload_to(v + 12, 1),
                 offload_to(v + 13, 1), offload_to(v + 14, 1), offload_tofrom(v + 15, 1))
        offload(flags, .threads = {1})(1, (volatile unsigned char *)&v[15], (const int[]){7});
    printf("%d %d\n", v[14], v[15]);
}
// CHECK: 16 100 186 255 2
// CHECK: 170 280
// CHECK: 0 7
