// Declarations of one kernel that say different things about what is copied: a header that was not changed with the
// definition, or the other way around.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %offloadcc --offload-arch=none -c %t/main.c -o %t.o 2>&1 | FileCheck %t/main.c --implicit-check-not=warning:
// RUN: %offloadcc --offload-arch=x86-64 -c %t/main.c -o %t.o 2>&1 | FileCheck %t/main.c --implicit-check-not=warning:
// RUN: %offloadcc --offload-arch=none -Wno-offload-declarations-differ -Werror -c %t/main.c -o %t.o 2>&1 | count 0
// RUN: not %offloadcc --offload-arch=none -Werror=offload-declarations-differ -c %t/main.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %offloadcc --offload-arch=none -Werror -c %t/same.c -o %t.o 2>&1 | count 0
// ERROR: error: parameter 'x' of kernel 'bound'

//--- kernels.h
#include <offload.h>
#define ROWS 4
offload_kernel void bound(size_t n, const float x[n]);
offload_kernel void inner(int n, int m, float y[n][m]);
offload_kernel void constant(float y[16]);
offload_kernel void marked(int n, offload_out float y[n]);
offload_kernel void unmarked(int n, float y[n]);
offload_kernel void counted(float *y offload_count(n), int n);
offload_kernel offload_block_limit(128) void limited(int n, float y[n]);

//--- main.c
#include "kernels.h"
// CHECK: kernels.h:3:49: warning: parameter 'x' of kernel 'bound' is 'const float[n]' in this declaration, but 'const float[2 * n]' in its definition, which is what counts; write the same bound in both [-Woffload-declarations-differ]
// CHECK: main.c:[[@LINE+1]]:49: note: the kernel's definition is here
offload_kernel void bound(size_t n, const float x[2 * n]) { (void)x; }
// CHECK: kernels.h:4:47: warning: parameter 'y' of kernel 'inner' is 'float[n][m]' in this declaration, but 'float[n][n]' in its definition
offload_kernel void inner(int n, int m, float y[n][n]) { y[0][0] = m; }
// CHECK: kernels.h:5:36: warning: parameter 'y' of kernel 'constant' is 'float[16]' in this declaration, but 'float[32]' in its definition
offload_kernel void constant(float y[32]) { y[0] = 1; }
// What only the header marks counts, and need not be repeated.
offload_kernel void marked(int n, float y[n]) { offload_for (i, (size_t)n) y[i] = 1; }
// CHECK: kernels.h:7:43: warning: parameter 'y' of kernel 'unmarked' is marked offload_scratch, but not in this declaration; write the mark here too
offload_kernel void unmarked(int n, offload_scratch float y[n]) { offload_for (i, (size_t)n) y[i] = 1; }
// CHECK: kernels.h:8:36: warning: parameter 'y' of kernel 'counted' has offload_count(n) in this declaration, but offload_count(2 * m) in its definition, which is what counts; write the same in both
offload_kernel void counted(float *y offload_count(2 * m), int m) { y[m] = 1; }
// CHECK: kernels.h:9:46: warning: kernel 'limited' has offload_block_limit(128) in this declaration, but offload_block_limit(256) in its definition, which is what counts
// CHECK: main.c:[[@LINE+1]]:46: note: the kernel's definition is here
offload_kernel offload_block_limit(256) void limited(int n, float y[n]) { y[0] = 1; }
// A declaration after the definition.
offload_kernel void later(int n, float y[n]) { y[0] = 1; }
// CHECK: main.c:[[@LINE+1]]:52: warning: parameter 'y' of kernel 'later' is marked offload_out in this declaration, which has no effect after its definition; write the mark there
offload_kernel void later(int n, offload_out float y[n]);

//--- same.c
// Nothing is said of these: names, spaces and the order of factors make no difference, and a plain pointer says nothing.
#include "kernels.h"
struct size { int rows, columns; };
offload_kernel void bound(size_t count, const float x[count]) { (void)x; }
offload_kernel void inner(int rows, int columns, float y[(rows)][columns]) { y[0][0] = 1; }
offload_kernel void constant(float y[static ROWS * ROWS]) { y[0] = 1; }
offload_kernel void marked(int n, offload_out float y[n]) { offload_for (i, (size_t)n) y[i] = 1; }
offload_kernel void unmarked(int n, float *y);
offload_kernel void unmarked(int n, float y[]);
offload_kernel void unmarked(int, float y[*]);
offload_kernel void unmarked(int n, float y[n]) { y[0] = 1; }
offload_kernel void counted(float *y offload_count( count ), int count) { y[0] = 1; }
offload_kernel void limited(int n, float *y);
offload_kernel void limited(int n, float y[n]) { y[0] = 1; }
offload_kernel void product(int n, int m, float y[n * m + 1]);
offload_kernel void product(int w, int h, float y[1 + h * w]) { y[0] = 1; }
offload_kernel void member(struct size s, float y[s.rows][s.columns]);
offload_kernel void member(struct size t, float y[t.rows][t.columns]) { y[0][0] = 1; }
offload_kernel void inherited(offload_out float *y offload_count(n), int n);
offload_kernel void inherited(float *y, int n) { offload_for (i, (size_t)n) y[i] = 1; }
