// An array that an algorithm writes cannot be const, in every standard of C. One that it only reads may be, without a warning.
//
// DEFINE: %{compile} = %offloadcc --offload-arch=none
// DEFINE: %{strict} = -DREADS -Werror -Wall -Wextra -Wcast-qual -pedantic
// RUN: not %{compile} -std=c99 -c %s -o %t 2>&1 | FileCheck %s
// RUN: not %{compile} -std=gnu17 -c %s -o %t 2>&1 | FileCheck %s
// RUN: not %{compile} -std=c23 -c %s -o %t 2>&1 | FileCheck %s
// RUN: %{compile} -std=c99 %{strict} -c %s -o %t
// RUN: %{compile} -std=c23 %{strict} -c %s -o %t
#include <offload_algorithms.h>

static int larger(int a, int b)
{
    return a < b ? b : a;
}
static int is_odd(int a)
{
    return a & 1;
}
OFFLOAD_DEFINE_REDUCE(largest, int, larger, 0);
OFFLOAD_DEFINE_SCAN(largest_so_far, int, larger, 0);
OFFLOAD_DEFINE_SELECT(select_odd, int, is_odd);

static const int x[5] = {5, 4, 3, 2, 1};
static const float f[5];
static const char flags[5];

#ifdef READS
void reads(int *y, size_t *counts)
{
    y[0] = (int)offload_reduce_add(5, x);
    y[0] += offload_reduce_xor(5, x);
    offload_inclusive_scan_add(5, x, y);
    offload_exclusive_scan_max(5, x, y);
    offload_histogram(5, x, 5, counts);
    offload_histogram_range(5, f, 0, 1, 5, counts);
    offload_select(5, x, flags, y);
    offload_transpose(1, 5, x, y);
    y[0] += largest(5, x);
    largest_so_far_inclusive(5, x, y);
    select_odd(5, x, y);
}
#else
// CHECK-NOT: error:
void writes(int *y, const size_t *counts)
{
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_sort(5, x);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_sort_pairs(5, x, y);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_sort_pairs(5, y, flags);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_inclusive_scan_add(5, y, x);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_exclusive_scan_min(5, y, x);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_histogram(5, y, 5, counts);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_histogram_range(5, f, 0, 1, 5, counts);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_select(5, y, flags, x);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_transpose(1, 5, y, x);
    // CHECK: :[[@LINE+1]]:5: error: the algorithm writes to an array that is const
    offload_fill(5, x, 1);
    // CHECK: :[[@LINE+1]]:36: warning: passing 'const int[5]' to parameter of type 'int *' discards qualifiers
    largest_so_far_inclusive(5, y, x);
    // CHECK: :[[@LINE+1]]:22: warning: passing 'const int[5]' to parameter of type 'int *' discards qualifiers
    select_odd(5, y, x);
}
#endif
