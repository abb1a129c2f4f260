// Marks of parameters and of pointers in structs, where they mean nothing.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -DNO_KERNEL -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-misplaced-mark -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_out float result[4];
// CHECK: marks-without-effect.c:[[#@LINE-1]]:19: warning: offload_out has no effect on 'result'; it is for parameters of kernels and for pointers in structs; remove it [-Woffload-misplaced-mark]
struct part {
    offload_scratch int count;
    // CHECK: :[[#@LINE-1]]:25: warning: offload_scratch has no effect on 'count', which is not a pointer; it is for parameters of kernels and for pointers in structs; remove it
    float *values offload_device_ptr;
};
typedef offload_device_ptr float *device_floats;
// CHECK: :[[#@LINE-1]]:35: warning: offload_device_ptr has no effect on 'device_floats'; it is for parameters of kernels
static void helper(size_t n, offload_out float *y)
// CHECK: :[[#@LINE-1]]:49: warning: offload_out has no effect on a parameter of 'helper', which is not a kernel; remove it, or mark 'helper' offload_kernel
{
    y[n - 1] = 0;
}
offload_block_limit(64) void limited(void);
// CHECK: :[[#@LINE-1]]:30: warning: offload_block_limit has no effect on 'limited', which is not a kernel; remove it, or mark 'limited' offload_kernel

#ifndef NO_KERNEL
offload_kernel offload_block_limit(64) void fill(size_t n, offload_out float y[n], float *z offload_count(n));
offload_kernel void fill(size_t n, float y[n], float *z)
{
    offload_for (i, n)
        y[i] = z[i];
}
#endif

void run(size_t n, void (*launch)(size_t n, offload_device_ptr float *y))
{
    offload_device_ptr float *y = offload_malloc(n * sizeof(float));
    // CHECK: :[[#@LINE-1]]:31: warning: offload_device_ptr has no effect on 'y'; it is for parameters of kernels
    launch(n, y);
    helper(n, y);
}
