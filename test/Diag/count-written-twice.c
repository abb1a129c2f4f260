// A pointer has one count, which is one expression.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -DUNKNOWN -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <offload.h>
#ifdef UNKNOWN
offload_kernel void list(float *x offload_count(n, unknown), int n) { x[n - 1] = 1; }
#else
struct mark { int n, m; float *d offload_count(n) offload_count(m); };
struct both { int n, m; float *d __counted_by(n) offload_count(m); };
struct null { int n, m; float *d offload_count(n) offload_count_or_null(n); };
struct list { int n, m; float *d offload_count(n, m); };
struct same { int n, m; float *d __counted_by(n) offload_count(n); };
offload_kernel void twice(float *x offload_count(n) offload_count(2 * n), int n) { x[n - 1] = 1; }
offload_kernel void pair(float *x offload_count(n, m), int n, int m) { x[n * m - 1] = 1; }
offload_kernel void constants(float *x offload_count(3, 4)) { x[3] = 1; }
offload_kernel void marks(struct mark x) { x.d[0] = 1; }
offload_kernel void attribute(struct both x) { x.d[0] = 1; }
offload_kernel void may_be_null(struct null x) { x.d[0] = 1; }
offload_kernel void in_struct(struct list *x offload_count(n), int n) { x[n - 1].d[0] = 1; }
offload_kernel void right(struct same x) { x.d[0] = 1; }
offload_kernel void again(float *x offload_count(n), int n);
offload_kernel void again(float *x offload_count(n) offload_count(n), int n) { x[n - 1] = 1; }
offload_kernel void renamed(float *x offload_count(n), int n);
offload_kernel void renamed(float *x offload_count(m), int m) { x[m - 1] = 1; }
#endif

// UNKNOWN: :7:33: error: parameter 'x' has offload_count(n, unknown), which is a list; write one expression, such as the product of two numbers
// CHECK: :14:34: error: parameter 'x' of kernel 'twice' has two counts, offload_count(n) and offload_count(2 * n); remove one of them
// CHECK: :15:33: error: parameter 'x' of kernel 'pair' has offload_count(n, m), which is a list; write one expression, such as the product of two numbers
// CHECK: :16:38: error: parameter 'x' of kernel 'constants' has offload_count(3, 4), which is a list
// CHECK: :17:39: error: parameter 'x' of kernel 'marks' has type 'struct mark', whose member 'd' has two counts, offload_count(n) and offload_count(m); remove one of them
// CHECK: :18:43: error: parameter 'x' of kernel 'attribute' has type 'struct both', whose member 'd' has two counts, offload_count(m) and __counted_by(n); remove one of them
// CHECK: :19:45: error: parameter 'x' of kernel 'may_be_null' has type 'struct null', whose member 'd' has two counts, offload_count(n) and offload_count_or_null(n); remove one of them
// CHECK: :20:44: error: parameter 'x' of kernel 'in_struct' has type 'struct list', whose member 'd' has offload_count(n, m), which is a list
// CHECK-NOT: {{(error|note):}}
