// A constant number of elements that goes beyond an array is warned of in calls of algorithms, as in launches.
//
// RUN: %offloadcc --offload-arch=none -Wall -Wextra -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not='{{[0-9]}}: warning:' %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-beyond-array -c %s -o %t.o 2>&1 | count 0
#include <offload_algorithms.h>
#define N 1000

static int x[N], y[N], many[2 * N];
static double matrix[10][20], turned[20][10];
static char flags[N / 2];
static size_t counts[10];
extern float unknown[];

static int is_odd(int v) { return v & 1; }
static int larger(int a, int b) { return a < b ? b : a; }
OFFLOAD_DEFINE_SELECT(select_odd, int, is_odd);
OFFLOAD_DEFINE_REDUCE(largest, int, larger, 0);

long beyond(void)
{
    long sum = offload_reduce_add(2 * N, x);
    // CHECK: :[[#@LINE-1]]:16: warning: 2000 elements of 4 bytes do not fit in the array given as 'x', which has room for only 1000; pass a larger array, or a smaller number [-Woffload-beyond-array]
    offload_inclusive_scan_add(N + 1, many, y);
    // CHECK: :[[#@LINE-1]]:5: warning: 1001 elements of 4 bytes do not fit in the array given as 'y', which has room for only 1000;
    offload_sort(N, &x[1]);
    // CHECK: :[[#@LINE-1]]:5: warning: 1000 elements of 4 bytes do not fit in the array given as 'keys', which has room for only 999;
    offload_sort_pairs(N, x, matrix[0]);
    // CHECK: :[[#@LINE-1]]:5: warning: 1000 elements of 8 bytes do not fit in the array given as 'values', which has room for only 200;
    offload_histogram(N, x, 11, counts);
    // CHECK: :[[#@LINE-1]]:5: warning: 11 elements of 8 bytes do not fit in the array given as 'counts', which has room for only 10;
    sum += (long)offload_select(N, x, flags, y);
    // CHECK: :[[#@LINE-1]]:18: warning: 1000 elements of 1 bytes do not fit in the array given as 'flags', which has room for only 500;
    offload_transpose(11, 20, &matrix[0][0], &turned[0][0]);
    // CHECK: :[[#@LINE-1]]:5: warning: 220 elements of 8 bytes do not fit in the array given as 'x', which has room for only 200;
    // CHECK: :[[#@LINE-2]]:5: warning: 220 elements of 8 bytes do not fit in the array given as 'y', which has room for only 200;
    offload_fill(2 * N + 1, many, 1);
    // CHECK: :[[#@LINE-1]]:5: warning: 2001 elements of 4 bytes do not fit in the array given as 'x', which has room for only 2000;
    return sum + largest(N + 2, x);
    // CHECK: :[[#@LINE-1]]:18: warning: 1002 elements of 4 bytes do not fit in the array given as 'x', which has room for only 1000;
}

long within(int n, const int *p)
{
    long sum = offload_reduce_add(N, x) + offload_reduce_add(5 * N, p) + offload_reduce_max(n, x);
    offload_inclusive_scan_add(2 * N, many, many);
    offload_sort_pairs(200, many, matrix[0]);
    offload_sort_pairs(200, many, &matrix[0][0]);
    offload_histogram(N, x, 10, counts);
    offload_histogram(N, x, n, counts);
    sum += (long)offload_select(N / 2, x, flags, y + N / 2);
    offload_transpose(10, 20, &matrix[0][0], &turned[0][0]);
    offload_fill(5 * N, unknown, 1);
    offload_fill(1, &sum, 1);
    return sum + largest(N, x) + (long)select_odd(N, x, many + N);
}
