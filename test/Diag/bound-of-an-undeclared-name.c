// A bound that uses a later parameter is one error, and no warnings about what offload() makes of
// the kernel.
//
// RUN: not %offloadcc --offload-arch=none -Wall -Wextra -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
#include <offload.h>

offload_kernel void scale(float x[n], int n)
// CHECK: :[[#@LINE-1]]:35: error: this bound uses 'n', a parameter after it, and bounds know only those before; write '*x offload_count(n)' instead of 'x[n]', or put 'n' first
{
    x[0] = 1;
}

void launch(int n, float *x)
{
    offload(scale)(x, n);
}
