// Where a parameter that may be null is null, no element of it may be used.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O2 -foffload-check --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t.cpu 2>&1 | FileCheck %s
// RUN: not --crash %t.device 2>&1 | FileCheck %s
// CHECK: check-null-parameters.c:17: add: block: [0,0,0], thread: [{{[0-7]}},0,0] index {{[0-7]}} is outside of parameter 'bias' of kernel 'add', which has 0 elements
#include <offload.h>
#include <stddef.h>

offload_kernel void add(float *x offload_count(n), const float *bias offload_count_or_null(n),
                        int n)
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] += bias[i];
}

int main(void)
{
    float x[8] = {0};
    offload(add, .threads = {8})(x, x + 0, 8);
    offload(add, .threads = {8})(x, NULL, 8);
}
