// A parameter's array may be a part of another's, at its beginning or inside, whatever the order,
// the directions and the number: nothing is lost. Such parts may overlap with each other.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void parts(size_t n, const int a[n], size_t m, int b[m], size_t l, int c[l],
                          int all[100])
{
    b[0] += a[0];
    c[l - 1] += a[n - 1];
    all[99] += b[0];
}

offload_kernel void whole_first(offload_out int all[100], size_t n, const int a[n])
{
    int i = (int)offload_global_id(0);
    int first = i < (int)n ? a[i] : i;
    if (i < 100)
        all[i] = first + 1;
}

offload_kernel void chain(int a[50], const int b[30], const int c[10], int d[20])
{
    a[49] = b[29] + c[9];
    d[0] = 7;
}

// More than a handful, so that they are sorted in another way.
#define P(i) const int p##i[2]
offload_kernel void many(P(0), P(1), P(2), P(3), P(4), P(5), P(6), P(7), P(8), P(9), P(10), P(11),
                         P(12), P(13), P(14), P(15), P(16), P(17), P(18), int all[100])
{
    all[50] = p0[0] + p9[1] + p18[1];
}

int main(void)
{
    static int x[100];
    for (int i = 0; i < 100; i++)
        x[i] = i;
    parts(10, x + 5, 30, x + 10, 20, x + 30, x);
    printf("%d %d %d\n", x[10], x[49], x[99]);
    // CHECK: 15 63 114
    parts(10, x, 5, x, 100, x, x);
    printf("%d %d\n", x[0], x[99]);
    // CHECK: 0 123
    for (int i = 0; i < 100; i++)
        x[i] = i;
    offload(whole_first, .threads = {100}, .block_size = {100})(x, 10, x);
    printf("%d %d %d\n", x[0], x[9], x[99]);
    // CHECK: 1 10 100
    chain(x, x + 10, x + 20, x + 60);
    printf("%d %d\n", x[49], x[60]);
    // CHECK: 70 7
    many(x + 90, x, x + 1, x + 2, x + 90, x + 3, x + 5, x + 4, x + 6, x + 20, x + 21, x + 80,
         x + 70, x + 70, x + 71, x + 72, x + 73, x, x + 98, x);
    printf("%d\n", x[50]);
    // CHECK: 213
}
