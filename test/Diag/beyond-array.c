// A count that goes beyond the array it is for, where both are constants, is warned of: in regions, updates, copies and launches.
//
// RUN: %offloadcc --offload-arch=none -Wall -Wextra -Wcast-qual -Wno-unused-variable -Wno-offload-empty-region -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not='{{[0-9]}}: warning:' %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-beyond-array -Wno-offload-empty-region -c %s -o %t.o 2>&1 | count 0
#include <offload.h>
#define N 100
static double A[N][N];
static volatile int numbers[4];
struct record { int n, few[2]; };
static struct flexible { int n; int many[]; } flexible = {3, {1, 2, 3}};
extern float unknown[];
offload_global int table[8];

offload_kernel void rows(int n, double y[n][N]) { y[0][0] = n; }
offload_kernel void exact(const float x[16]) { (void)x; }
offload_kernel void computed(int n, float x[2 * n + 1]) { x[0] = (float)n; }

void regions(double *p, int n, struct record *r, float *x)
{
    offload_data(offload_tofrom(A, N * N));
    // CHECK: :[[#@LINE-1]]:5: warning: 10000 elements of 800 bytes do not fit in 'A', which has room for only 100; when this runs, it stops the program; give the number of elements, not of bytes [-Woffload-beyond-array]
    offload_data(offload_to(A, N), offload_to(numbers, 5));
    // CHECK: :[[#@LINE-1]]:5: warning: 5 elements of 4 bytes do not fit in 'numbers', which has room for only 4;
    offload_enter_data(offload_alloc(&A[50], 51));
    // CHECK: :[[#@LINE-1]]:5: warning: 51 elements of 800 bytes do not fit in '&A[50]', which has room for only 50;
    offload_exit_data(offload_from(A[99] + 90, 11));
    // CHECK: :[[#@LINE-1]]:5: warning: 11 elements of 8 bytes do not fit in 'A[99] + 90', which has room for only 10;
    offload_update_to(table, 9);
    // CHECK: :[[#@LINE-1]]:5: warning: 9 elements of 4 bytes do not fit in 'table', which has room for only 8;
    offload_update_from(&n, 2);
    // CHECK: :[[#@LINE-1]]:5: warning: 2 elements of 4 bytes do not fit in '&n', which has room for only 1;
    offload_memcpy(p, A, sizeof A + 1);
    // CHECK: :[[#@LINE-1]]:5: warning: 80001 bytes do not fit in 'A', which has room for only 80000; when this runs, it stops the program [-Woffload-beyond-array]
    offload_memcpy(A, p, sizeof A + 1);
    // CHECK: :[[#@LINE-1]]:5: warning: 80001 bytes do not fit in 'A'

    offload_data(offload_to(A, N), offload_to(p, 1 << 20), offload_to(r->few, 2), offload_to(flexible.many, 3), offload_to(A, n));
    offload_data(offload_to(unknown, 1 << 20), offload_tofrom(x, -1));
    offload_update_from(&A[1][1], 99);
    offload_memcpy(p, A, sizeof A);
}

void launches(float *x, int n)
{
    float small[15], enough[16], odd[7];
    offload(rows)(101, A);
    // CHECK: :[[#@LINE-1]]:24: warning: parameter 'y' of kernel 'rows' needs 80800 bytes in this launch, because of its bound 'n', but the argument has only 80000; pass a larger array, or a smaller number for the bound [-Woffload-beyond-array]
    offload(rows)(60, &A[50]);
    // CHECK: :[[#@LINE-1]]:23: warning: parameter 'y' of kernel 'rows' needs 48000 bytes in this launch, because of its bound 'n', but the argument has only 40000
    exact(small);
    // CHECK: :[[#@LINE-1]]:11: warning: parameter 'x' of kernel 'exact' needs 64 bytes, but the argument has only 60; pass a larger array [
    offload(computed)(4, odd + 0);
    // CHECK: :[[#@LINE-1]]:26: warning: parameter 'x' of kernel 'computed' needs 36 bytes in this launch, because of its bound '2 * n + 1', but the argument has only 28

    offload(rows)(N, A);
    offload(rows)(n, A);
    offload(exact)(enough);
    offload(exact)(x);
    offload(exact)(unknown);
    offload(computed)(3, odd);
}
