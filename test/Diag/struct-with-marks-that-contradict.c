// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct constant { int n; offload_out const float *p offload_count(n); };
struct both { int n; float *p offload_count(n) offload_out offload_scratch; };
struct array { offload_out float p[3]; };
struct device { int n; float *p offload_count(n) offload_device_ptr offload_out; };
struct deep { int n; struct good { int k; float *l offload_count(k); } *p offload_count(n) offload_out; };
#define K(t) offload_kernel void k_##t(struct t v) { (void)v; }
K(constant)
K(both)
K(array)
K(device)
K(deep)
offload_kernel void k(int n, offload_scratch struct good g[n]) { (void)g; }

// CHECK: :[[@LINE-7]]:1: error: parameter 'v' of kernel 'k_constant' has type 'struct constant', whose member 'p' is offload_out, but its elements are const, so the kernel cannot write them; remove one of the two
// CHECK: :[[@LINE-7]]:1: error: parameter 'v' of kernel 'k_both' has type 'struct both', whose member 'p' is both offload_out and offload_scratch; choose one
// CHECK: :[[@LINE-7]]:1: error: parameter 'v' of kernel 'k_array' has type 'struct array', whose member 'p' is not a pointer, so 'offload_out' does not apply to it; remove it
// CHECK: :[[@LINE-7]]:1: error: parameter 'v' of kernel 'k_device' has type 'struct device', whose member 'p' is a device pointer, which is passed as it is; remove the other mark
// CHECK: :[[@LINE-7]]:1: error: parameter 'v' of kernel 'k_deep' has type 'struct deep', whose member 'p' is offload_out, but points to structs with pointers, which have to go to the device; remove the mark
// CHECK: :[[@LINE-7]]:58: error: parameter 'g' of kernel 'k' is offload_scratch, but its elements have pointers ('l'), which have to go to the device; remove the mark
// CHECK-NOT: {{(error|note):}}
