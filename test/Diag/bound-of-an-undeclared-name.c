// A bound that uses a later parameter is one error of clang's, and no warnings about what offload() makes of
// the kernel.
//
// RUN: not %offloadcc --offload-arch=none -Wall -Wextra -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
#include <offload.h>

offload_kernel void scale(float x[n], int n)
// CHECK: :[[#@LINE-1]]:35: error: use of undeclared identifier 'n'
{
    x[0] = 1;
}

void launch(int n, float *x)
{
    offload(scale)(x, n);
}
