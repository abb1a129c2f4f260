// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct array { size_t n; float values[10] offload_count(n); };
offload_kernel void member(struct array a) { (void)a; }
offload_kernel void parameter(size_t n, float x offload_count(n)) { (void)n, (void)x; }
offload_kernel void bounded(size_t n, float x[n] offload_count(2 * n)) { (void)n, (void)x; }
offload_kernel void null(size_t n, float x[n] offload_count_or_null(n)) { (void)n, (void)x; }
offload_kernel void device(size_t n, float *x offload_device_ptr offload_count(n)) { (void)n, (void)x; }

// CHECK: :4:41: error: parameter 'a' of kernel 'member' has type 'struct array', whose member 'values' is not a pointer, so 'offload_count' does not apply to it; remove it
// CHECK: :5:47: error: parameter 'x' of kernel 'parameter' is not a pointer or array, so 'offload_count' does not apply to it; remove it
// CHECK: :6:45: error: parameter 'x' of kernel 'bounded' has both a bound and offload_count(2 * n); remove one of the two
// CHECK: :7:42: error: parameter 'x' of kernel 'null' has both a bound and offload_count_or_null(n); remove one of the two
// CHECK: :8:45: error: parameter 'x' of kernel 'device' is a device pointer, which is passed as it is; remove the other mark
// CHECK-NOT: {{(error|note):}}
