// offload() without the kernel's arguments, as a statement of its own, launches nothing. It is an error.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    offload_for (i, (size_t)n)
        x[i] = 1;
}

void launches(int n, float *x, offload_kernel void (*pointer)(int, float *))
{
    offload(k, .threads = {n});
    // CHECK: :[[#@LINE-1]]:5: error: this launch has no arguments, so nothing runs; write them in parentheses of their own: offload(k, ...)(arguments)
    offload(k);
    // CHECK: :[[#@LINE-1]]:5: error: this launch has no arguments
    if (n)
        offload(pointer, .threads = {n});
    // CHECK: :[[#@LINE-1]]:9: error: this launch has no arguments, {{.*}} offload(kernel, ...)(arguments)
    for (int i = 0; i < n; i++)
        (void)offload(k);
    // CHECK: :[[#@LINE-1]]:15: error: this launch has no arguments

    offload(k)(n, x);
    if (n)
        (offload(k, .threads = {n}))(n, x);
}
