// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void inner(int n, int x[n])
{
    x[0] = n;
}
static void helper(int n, int *x)
{
    offload(inner, .threads = {4})(n, x);
}
offload_kernel void outer(int n, int x[n])
{
    helper(n, x);
}

// CHECK: {{^(.*/)?}}launch-in-a-kernel.c:9:5: error: kernel 'outer' launches a kernel, which only the host can do; call 'inner' as a function
// CHECK: {{^(.*/)?}}launch-in-a-kernel.c:13:5: note: 'helper' is called by kernel 'outer' here
// CHECK-NOT: {{(error|note):}}
