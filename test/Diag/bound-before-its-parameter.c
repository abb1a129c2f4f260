// A bound that names a later parameter, as one writes who comes from CUDA, is told what to write in its place.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -DOTHERS -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHERS
#include <offload.h>
#ifndef OTHERS
offload_kernel void scale(float x[n], int n) { x[0] = (float)n; }
offload_kernel void add(int rows, const float (*x)[4] offload_count(rows), float y[rows * columns ],
                        int columns, float by[1]) { y[0] = x[0][0] + by[0] + (float)columns; }
offload_kernel void rows(float z[n][m], int n, int m) { z[0][0] = (float)n + (float)m; }
#else
offload_kernel void unknown(float x[m], int n) { x[0] = (float)n; }
void function(float x[n], int n) { x[0] = (float)n; }
offload_kernel void body(int n, float x[n]) { x[0] = x[k]; int k = 0; (void)k; }
#endif

// CHECK: :7:35: error: this bound uses 'n', a parameter after it, and bounds know only those before; write '*x offload_count(n)' instead of 'x[n]', or put 'n' first
// CHECK: :8:91: error: this bound uses 'columns', a parameter after it, and bounds know only those before; write '*y offload_count(rows * columns )' instead of 'y[rows * columns ]', or put 'columns' first
// CHECK: :10:34: error: this bound uses 'n', a parameter after it, and bounds know only those before; put 'n' first
// CHECK: :10:37: error: this bound uses 'm', a parameter after it, and bounds know only those before; put 'm' first
// CHECK-NOT: {{(error|note):}}
// OTHERS: :12:37: error: use of undeclared identifier 'm'
// OTHERS: :13:23: error: use of undeclared identifier 'n'
// OTHERS: :14:56: error: use of undeclared identifier 'k'
// OTHERS-NOT: note:
