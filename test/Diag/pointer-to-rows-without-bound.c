// A pointer to arrays says how long a row is and not how many there are: it is refused with every fix, however it is written.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | grep -c error: | FileCheck %s --check-prefix=COUNT
#include <offload.h>
#define N 40
typedef double row[N];
typedef const double constant_row[N];
typedef const double (*rows)[N];
offload_kernel void plain(int n, const double (*A)[N]) { (void)n, (void)A; }
offload_kernel void alias(int n, const row *restrict A) { (void)n, (void)A; }
offload_kernel void alias_of_pointer(int n, rows A) { (void)n, (void)A; }
offload_kernel void alias_in_array(int n, constant_row A[]) { (void)n, (void)A; }
offload_kernel void no_rows(int n, int (*A)[][4]) { (void)n, (void)A; }
offload_kernel void qualified(int n, double (*const restrict A)[n][3]) { (void)n, (void)A; }
offload_kernel void atomic(int n, _Atomic int (*A)[4]) { (void)n, (void)A; }
offload_kernel void marked(offload_out double (*A)[4], int n) { (void)n, (void)A; }
offload_kernel void nameless(int n, double (*)[4]) { (void)n; }
offload_kernel void no_count(volatile double (*A)[4]) { (void)A; }
offload_kernel void several(int iteration, float (*A)[2], int a, int b) { (void)iteration, (void)A, (void)a, (void)b; }
offload_kernel void bounded(int n, double A[n][N], double (*B)[n][N] offload_device_ptr) { (void)n, (void)A, (void)B; }

// COUNT: 11
// CHECK: {{^(.*/)?}}pointer-to-rows-without-bound.c:10:49: error: parameter 'A' of kernel 'plain' has no bound, so its size is not known; write 'const double A[n][40]' or 'const double (*A)[40] offload_count(n)' if 'n' counts its rows, or mark it offload_device_ptr if it is a device address
// CHECK: :11:54: error: {{.*}}; write 'const row A[n]' or 'const row *A offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :12:50: error: {{.*}}; write 'const double A[n][40]' or 'const double (*A)[40] offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :13:56: error: {{.*}}; write 'constant_row A[n]' or 'constant_row *A offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :14:42: error: {{.*}}; write 'int A[n][4]' or 'int (*A)[4] offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :15:62: error: {{.*}}; write 'double A[n][n][3]' or 'double (*const restrict A)[n][3] offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :16:49: error: {{.*}}; write '_Atomic(int) A[n][4]' or '_Atomic(int) (*A)[4] offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :17:49: error: {{.*}}; write 'double (*A)[4] offload_count(n)' if 'n' counts its rows, or mark
// CHECK: :18:46: error: parameter 2 of kernel 'nameless' has no bound, so its size is not known; write 'double x[n][4]' or 'double (*x)[4] offload_count(n)' if
// CHECK: :19:48: error: {{.*}}; write 'volatile double A[n][4]' or 'volatile double (*A)[4] offload_count(n)' with a parameter 'size_t n' before it that counts its rows, or mark
// CHECK: :20:52: error: {{.*}}; write 'float A[count][2]' or 'float (*A)[2] offload_count(count)' where 'count' is an expression of other parameters that gives the number of its rows (in brackets, only of earlier parameters), or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
