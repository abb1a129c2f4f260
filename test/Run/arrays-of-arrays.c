// Multi-dimensional arrays, pointers to arrays, constant and run-time bounds side by side.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void arrays(int h, int w, const float a[h][w], float (*b)[w][2] offload_count(1),
                           float c[h + 1][w], float r[static 4])
{
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < w && y < h)
        c[y][x] = a[y][x] * 2 + y;
    if (x < w && y == 0)
        (*b)[x][1] = x;
    if (x == 0 && y == 0)
        r[3] = 42;
}

int main(void)
{
    enum { H = 5, W = 7 };
    float a[H][W], b[W][2] = {0}, c[H + 1][W], r[4] = {0};
    int wrong = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            a[i][j] = i * 10 + j;
    for (int j = 0; j < W; j++)
        c[H][j] = -1;
    offload(arrays, .threads = {W, H})(H, W, a, &b, c, r);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            wrong += c[i][j] != a[i][j] * 2 + i;
    printf("wrong %d, %g %g %g\n", wrong, b[6][1], c[H][3], r[3]);
}
// CHECK: wrong 0, 6 -1 42
