// The count of a parameter is as a bound is, but over all parameters; what is wrong with it is reported at the parameter.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: not %offloadcc --offload-arch=none -DC -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=C
#include <offload.h>
int file_scope;
int function(int n);
struct shape { int rows, *more; };
#ifdef C
offload_kernel void misspelt(float *x offload_count(m), int n) { (void)x, (void)n; }
offload_kernel void incomplete(float *x offload_count(n +), int n) { (void)x, (void)n; }
offload_kernel void member(float *x offload_count(s->rows), const struct shape *s offload_count(1)) { (void)x, (void)s; }
#else
offload_kernel void effect(float *x offload_count(n++), int n) { (void)x, (void)n; }
offload_kernel void fraction(float *x offload_count(1.5 * n), int n) { (void)x, (void)n; }
offload_kernel void negative(float *x offload_count(2 - 3)) { (void)x; }
offload_kernel void variable(float *x offload_count(n + file_scope), int n) { (void)x, (void)n; }
offload_kernel void call(float *x offload_count(function(n)), int n) { (void)x, (void)n; }
offload_kernel void memory(float (*x)[2] offload_count(m[0]), const int m[1]) { (void)x, (void)m; }
offload_kernel void element(float *x offload_count(x[0])) { (void)x; }
offload_kernel void dimension(int n, float (*x)[function(n)] offload_count(n)) { (void)x, (void)n; }
#endif

// C: :10:37: error: count 'm' of parameter 'x': use of undeclared identifier 'm'; a count is an integer expression over parameters and constants
// C: :11:39: error: count 'n +' of parameter 'x': expected expression; a count is an integer expression over parameters and constants
// C: :12:35: error: count 's->rows' of parameter 'x' reads memory through a pointer; a count is an integer expression over parameters and constants
// C-NOT: {{(error|note):}}
// BOUND: :14:35: error: count 'n++' of parameter 'x' of kernel 'effect' has a side effect; a count is an integer expression over parameters and constants
// BOUND: :15:37: error: count '1.5 * n' of parameter 'x' of kernel 'fraction' computes with type 'double'; a count
// BOUND: :16:37: error: count '2 - 3' of parameter 'x' of kernel 'negative' is negative (-1); a count
// BOUND: :17:37: error: count 'n + file_scope' of parameter 'x' of kernel 'variable' uses 'file_scope', which is neither a parameter nor a constant; a count
// BOUND: :18:33: error: count 'function(n)' of parameter 'x' of kernel 'call' calls 'function'; a count
// BOUND: :19:36: error: count 'm[0]' of parameter 'x' of kernel 'memory' reads memory through a pointer; a count
// BOUND: :20:36: error: count 'x[0]' of parameter 'x' of kernel 'element' reads memory through a pointer; a count
// BOUND: :21:49: error: bound of parameter 'x' of kernel 'dimension' calls 'function'; a bound
// BOUND-NOT: {{(error|note):}}
