// Arrays whose elements an algorithm does not take are errors that say which it takes.
//
// RUN: not %offloadcc --offload-arch=none -Wno-unused-value -c %s -o %t 2>&1 | FileCheck %s
#include <offload_algorithms.h>

struct large {
    double d[3];
};

struct huge {
    struct large l[2];
};
static struct huge first(struct huge a, struct huge b)
{
    (void)b;
    return a;
}
// CHECK: :[[@LINE+1]]:1: error: the type of the elements must have at most 32 bytes
OFFLOAD_DEFINE_REDUCE(first_of_all, struct huge, first, {{{{0}}}});

void f(size_t n, long double *l, struct large *s, float *x, void **p, float _Complex *z, int *i, double *d, unsigned *counts,
       size_t *sizes)
{
    // CHECK-NOT: error:
    // CHECK: :[[@LINE+1]]:5: error: GPUs have no long double: use an array of double
    offload_reduce_add(n, l);
    // CHECK: :[[@LINE+1]]:5: error: GPUs have no long double: use an array of double
    offload_sort(n, l);
    // CHECK: :[[@LINE+1]]:5: error: GPUs have no long double: use an array of double
    offload_histogram_range(n, l, 0, 1, 10, sizes);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be integers (not _BitInt) or _Bool{{$}}
    offload_reduce_and(n, x);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or double{{$}}
    offload_sort(n, s);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or double{{$}}
    offload_reduce_max(n, z);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or double, or complex float or double{{$}}
    offload_reduce_add(n, p);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or double, or complex float or double{{$}}
    offload_inclusive_scan_add(n, s, s);
    // CHECK: :[[@LINE+1]]:5: error: the elements of x and y must have the same type
    offload_inclusive_scan_add(n, x, d);
    // CHECK: :[[@LINE+1]]:5: error: the counts must be of type unsigned long or size_t
    offload_histogram(n, i, 10, counts);
    // CHECK: :[[@LINE+1]]:5: error: the elements must be _Float16, __bf16, float or double
    offload_histogram_range(n, i, 0, 1, 10, sizes);
    // CHECK: :[[@LINE+1]]:5: error: the flags must have one byte each
    offload_select(n, x, i, x);
    // CHECK: :[[@LINE+1]]:5: error: the elements must have 1, 2, 4, 8 or 16 bytes
    offload_transpose(n, n, s, s);
    // CHECK: :[[@LINE+1]]:5: error: the elements of x and y must have the same type
    offload_transpose(n, n, x, d);
    // CHECK-NOT: error:
}
