// A call without offload() runs one thread. That is seldom meant where the kernel asks for its index,
// unless its threads share out what there is, however many they are.
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-plain-call -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void scale(size_t n, float by, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] *= by;
}

offload_kernel void clear(size_t n, offload_out float x[n])
{
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
}

offload_kernel void scale_all(size_t n, float by, float x[n])
{
    scale(n, by, x);
}

offload_kernel void shared_out(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}

offload_kernel void in_strides(size_t n, float x[n])
{
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        x[i] *= 2;
}

void calls(size_t n, float *x)
{
    shared_out(n, x);
    in_strides(n, x);
    clear(n, x);
    offload(scale_all, .threads = {n})(n, 3, x);
    scale(n, 2, x);
}
// CHECK: {{.*}}plain-call.c:43:5: warning: this call runs a single thread of kernel 'scale', which uses thread indices; write offload(scale, .threads = {n})(n, 2, x) to launch more [-Woffload-plain-call]
