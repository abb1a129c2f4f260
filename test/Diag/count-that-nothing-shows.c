// Where neither code nor names show the count of a pointer without a bound, the error says what a count is, and names no parameter.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: parameter 'x' of kernel 'only_integer' has no bound, so its size is not known; write 'int x[count]' or 'int *x offload_count(count)' where 'count' is an expression of other parameters that gives the number of its elements (in brackets, only of earlier parameters), 'int x[1]' if it points to one, or mark it offload_device_ptr if it is a device address
offload_kernel void only_integer(int iteration, int *x) { x[offload_global_id(0)] = iteration; }
// `n` is used otherwise, so it does not count these.
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int bins[count]' or 'int *bins offload_count(count)' where
offload_kernel void histogram(int *bins, const int *x offload_count(n), int n) { int i = offload_global_id(0); if (i < n) offload_atomic_add(&bins[x[i] & 0xff & x[0]], 1); }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int x[count]' or 'int *x offload_count(count)' where
offload_kernel void one_row(int *x, int pass) { x[pass] = 0; }
// Two limits, of which neither is visibly the larger.
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int x[count]' or 'int *x offload_count(count)' where
offload_kernel void two(int *x, int a, int b) { for (int i = 0; i < a; i++) x[i] = 0; for (int j = 0; j < b; j++) x[j] = 1; }
// A triangle's largest index is not that of its parts.
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int x[count]' or 'int *x offload_count(count)' where
offload_kernel void triangle(int *x, int n) { int i = offload_global_id(0), j = offload_global_id(1); if (i < n && j < n) x[n * i - i * (i + 1) / 2 + j] = 0; }
// What only the first threads do does not bound the others' index.
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: {{.*}}; write 'int x[count]' or 'int *x offload_count(count)' where
offload_kernel void some_threads(int *x, int k) { int i = offload_global_id(0); if (offload_thread_id(0) < 32) x[i] = k; x[i + 1] = k; }
// CHECK-NOT: error:
