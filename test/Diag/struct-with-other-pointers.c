// Pointers that no count can make mappable, each with its way out.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct any { int n; void *p offload_count(n); };
struct pointers { int n; float **p offload_count(n); };
struct callback { int (*compare)(int, int); };
struct incomplete { int n; struct unknown *p offload_count(n); };
struct either { int n; union { float *p offload_count(n); int q; }; };
struct many { struct { int n; float *p offload_count(n); } parts[65]; };
struct atomic { int n; _Atomic(float *) p; };
#define K(t) offload_kernel void k_##t(struct t v) { (void)v; }
K(any)
K(pointers)
K(callback)
K(incomplete)
K(either)
K(many)
K(atomic)
offload_kernel void k(struct { int n; float *p offload_count(n); } nameless[3]) { (void)nameless; }

// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_any' has type 'struct any', whose member 'p' is a 'void *', so the size of what it points to is not known; give it a type of elements and a count, or mark it offload_device_ptr
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_pointers' has type 'struct pointers', whose member 'p' points to pointers, and what those point to is not mapped; let it point to one array, or to structs with a pointer and its count
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_callback' has type 'struct callback', whose member 'compare' points to a function, which a device cannot call; mark it offload_device_ptr if the kernel does not use it
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_incomplete' has type 'struct incomplete', whose member 'p' points to the incomplete type 'struct unknown'; define it before the kernel
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_either' has type 'struct either', whose member 'p' is a pointer in a union, which may hold something else; move it out of the union, or mark it offload_device_ptr
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_many' has type 'struct many', whose member 'parts[64].p' is one of more than 64 pointers; pass the data as a separate parameter
// CHECK: :[[@LINE-9]]:1: error: parameter 'v' of kernel 'k_atomic' has type 'struct atomic', whose member 'p' holds an _Atomic pointer; make it a plain one with a count
// CHECK: :[[@LINE-9]]:68: error: parameter 'nameless' of kernel 'k' has a type that no other code can name; declare it before the kernel, with a tag or a typedef
// CHECK-NOT: {{(error|note):}}
