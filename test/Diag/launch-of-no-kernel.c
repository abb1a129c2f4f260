// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, float x[n]);
offload_kernel void other(int n, float x[n])
{
    x[0] = 1;
}
static void helper(int n, float *x)
{
    x[0] = (float)n;
}
typedef void kernel(int n, float *x);
kernel *choose(int which);
void run(int n, float *x, kernel *pointer, kernel **table)
{
    offload(helper)(n, x);
    offload(k)(n, x);
    offload(other)(n, x);
    offload(n ? k : other)(n, x);
    offload(pointer)(n, x);
    offload(table[n])(n, x);
    offload(choose(n))(n, x);
}

// CHECK: {{^(.*/)?}}launch-of-no-kernel.c:16:5: error: offload() launches kernels, but 'helper' is not a kernel; mark it offload_kernel, or call it without offload()
// CHECK: {{^(.*/)?}}launch-of-no-kernel.c:8:13: note: 'helper' is declared here
// CHECK-NOT: {{(error|note):}}
