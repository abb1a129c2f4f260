// A pointer to a kernel needs no mark, and has no use for one: what it points to decides.
//
// RUN: %offloadcc --offload-arch=none %s -o %t 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %t
#include <offload.h>

typedef void function(size_t n, float *x);

offload_kernel function *pointer;
// CHECK: kernel-mark-on-a-pointer.c:[[#@LINE-1]]:26: warning: offload_kernel has no effect on 'pointer', which is a pointer; remove it, and mark the functions that are launched: offload() launches kernels through any pointer [-Woffload-misplaced-mark]
typedef offload_kernel void (*entry)(size_t n, float *x);
// CHECK: :[[#@LINE-1]]:31: warning: offload_kernel has no effect on 'entry', which is a pointer
struct table {
    offload_kernel function *entry;
    // CHECK: :[[#@LINE-1]]:30: warning: offload_kernel has no effect on 'entry', which is a pointer
};

offload_kernel void twice(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}

static void run(size_t n, float *x, offload_kernel function *parameter)
// CHECK: :[[#@LINE-1]]:62: warning: offload_kernel has no effect on 'parameter', which is a pointer
{
    offload(parameter)(n, x);
    offload(pointer)(n, x);
}

int main(void)
{
    float x = 1;
    pointer = twice;
    run(1, &x, twice);
    return x != 4;
}
