// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct array { size_t n; float values[10] offload_count(n); };
offload_kernel void member(struct array a) { (void)a; }
offload_kernel void parameter(size_t n, float *x offload_count(n)) { (void)n, (void)x; }
offload_kernel void bounded(size_t n, float x[n] offload_count(2 * n)) { (void)n, (void)x; }

// CHECK: :4:41: error: parameter 'a' of kernel 'member' has type 'struct array', whose member 'values' is no pointer, so 'offload_count' does not apply to it; remove it
// CHECK: :5:48: error: parameter 'x' of kernel 'parameter' is marked offload_count, which is for pointers in structs; write the number of elements as its bound, such as 'float x[n]'
// CHECK: :6:45: error: parameter 'x' of kernel 'bounded' is marked offload_count, which is for pointers in structs
// CHECK-NOT: {{(error|note):}}
