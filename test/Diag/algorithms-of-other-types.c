// Arrays whose elements an algorithm does not take are errors that say which it takes.
//
// RUN: not %offloadcc --offload-arch=none -Wno-unused-value -c %s -o %t 2>&1 | FileCheck %s
#include <offload_algorithms.h>

struct large {
    double d[3];
};

void f(size_t n, long double *l, struct large *s, float *x, int *i, double *d, unsigned *counts,
       size_t *sizes)
{
    // CHECK-NOT: error:
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'elements_are_integers_of_at_most_8_bytes_float_or_double' has negative width
    offload_reduce_add(n, l);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'elements_are_integers_of_at_most_8_bytes' has negative width
    offload_reduce_and(n, x);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'elements_are_integers_of_at_most_8_bytes_float_or_double' has negative width
    offload_sort(n, s);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'x_and_y_have_the_same_type' has negative width
    offload_inclusive_scan_add(n, x, d);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'counts_have_the_type_unsigned_long_or_size_t' has negative width
    offload_histogram(n, i, 10, counts);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'elements_are_float_or_double' has negative width
    offload_histogram_range(n, i, 0, 1, 10, sizes);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'flags_have_one_byte' has negative width
    offload_select(n, x, i, x);
    // CHECK: :[[@LINE+1]]:5: error: bit-field 'elements_have_1_2_4_8_or_16_bytes' has negative width
    offload_transpose(n, n, s, s);
    // CHECK-NOT: error:
}
