// offload_kernel marks functions, each by its own declaration, and nothing else.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: not %offloadcc --offload-arch=none -DNO_KERNEL -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel int number;
// CHECK: kernel-mark-on-a-variable.c:[[#@LINE-1]]:20: error: 'number' is marked offload_kernel, which is for functions; remove the mark
typedef offload_kernel void function(size_t n, float *x);
// CHECK: :[[#@LINE-1]]:29: error: typedef 'function' is marked offload_kernel, which does not make kernels of the functions that are declared with it; mark each of these functions instead
struct part {
    offload_kernel float value;
    // CHECK: :[[#@LINE-1]]:26: error: 'value' is marked offload_kernel, which is for functions; remove the mark
};

#ifndef NO_KERNEL
offload_kernel void twice(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}
#endif

int run(offload_kernel float *x)
// CHECK: :[[#@LINE-1]]:31: error: 'x' is marked offload_kernel, which is for functions; remove the mark
{
    offload_kernel int local = x[0] > 0;
    // CHECK: :[[#@LINE-1]]:24: error: 'local' is marked offload_kernel, which is for functions; remove the mark
    return local;
}
