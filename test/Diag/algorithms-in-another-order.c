// Algorithms take the number of elements first. Where an array is there instead, one error says so.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
#include <offload_algorithms.h>

int main(void)
{
    int x[9] = {0}, y[9];
    unsigned long counts[4];
    // CHECK: [[#@LINE+1]]:5: error: offload_sort takes the number of elements first, and then arrays; its comment in offload_algorithms.h says which
    offload_sort(x, 9);
    // CHECK: [[#@LINE+1]]:12: error: offload_reduce_add takes the number of elements first
    x[0] = offload_reduce_add(x, 9);
    // CHECK: [[#@LINE+1]]:5: error: offload_inclusive_scan_add takes the number of elements first
    offload_inclusive_scan_add(x, 9, y);
    // CHECK: [[#@LINE+1]]:5: error: offload_histogram takes the number of elements first
    offload_histogram(x, 9, 4, counts);
    // CHECK: [[#@LINE+1]]:5: error: offload_fill takes the number of elements first
    offload_fill(x, 9, 3);
    // CHECK: [[#@LINE+1]]:5: error: offload_transpose takes the numbers of rows and columns first, and then the two arrays
    offload_transpose(x, 3, 3, y);
    return y[0];
}
