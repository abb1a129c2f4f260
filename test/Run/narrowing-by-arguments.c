// Arrays that are written whole only if an argument is as large as a dimension, and by loops that count
// down: nothing is lost where it is smaller, where the grid is, or where the loop does not run.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

enum { H = 10, W = 20 };

offload_kernel void fill(int n, int m, double y[H][W]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        for (int j = 0; j < m; j++)
            y[i][j] = 1;
}

offload_kernel void down(int n, int m, double y[n][m]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        for (int j = m - 1; j >= 0; j--)
            y[i][j] = 1;
}

offload_kernel void down_unsigned(size_t n, size_t m, size_t from, double y[n][m]) {
    size_t i = offload_global_id(0);
    if (i < n)
        for (size_t j = from; j-- > 0;)
            y[i][j] = 1;
}

static double y[H][W];

static void count(const char *what) {
    int ones = 0, sevens = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            ones += y[i][j] == 1;
            sevens += y[i][j] == 7;
            y[i][j] = 7;
        }
    printf("%s: %d written, %d kept\n", what, ones, sevens);
}

int main(void) {
    count("before"); // CHECK: before: 0 written, 0 kept
    offload(fill, .threads = {H})(H, W, y);
    count("whole"); // CHECK-NEXT: whole: 200 written, 0 kept
    offload(fill, .threads = {H})(H - 1, W, y);
    count("fewer rows"); // CHECK-NEXT: fewer rows: 180 written, 20 kept
    offload(fill, .threads = {H})(H, W - 1, y);
    count("fewer columns"); // CHECK-NEXT: fewer columns: 190 written, 10 kept
    offload(fill, .blocks = {1}, .block_size = {4})(H, W, y);
    count("fewer threads"); // CHECK-NEXT: fewer threads: 80 written, 120 kept
    offload(fill, .threads = {1}, .block_size = {1})(H, W, y);
    count("one thread"); // CHECK-NEXT: one thread: 20 written, 180 kept
    offload(fill, .threads = {H})(-1, -1, y);
    count("negative"); // CHECK-NEXT: negative: 0 written, 200 kept
    offload(down, .threads = {H})(H, W, y);
    count("down"); // CHECK-NEXT: down: 200 written, 0 kept
    offload(down, .blocks = {1}, .block_size = {3})(H, W, y);
    count("down, fewer threads"); // CHECK-NEXT: down, fewer threads: 60 written, 140 kept
    offload(down_unsigned, .threads = {H})(H, W, W, y);
    count("unsigned"); // CHECK-NEXT: unsigned: 200 written, 0 kept
    offload(down_unsigned, .threads = {H})(H, W, W - 5, y);
    count("from less"); // CHECK-NEXT: from less: 150 written, 50 kept
}

// Of six launches of fill one, of two of down one, writes all: that one does not copy to the device.
// COPIES: 8000 5 9600 6 {{.*}}fill: y
// COPIES: 1600 1 3200 2 {{.*}}down: y
