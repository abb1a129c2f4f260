// Where a parameter that may be null is null, no element of it may be used; the message says that it is null.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O2 -foffload-check --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t.cpu 2>&1 | FileCheck %s
// RUN: not --crash %t.device 2>&1 | FileCheck %s
// CHECK: check-null-parameters.c:[[#@LINE+20]]: add: block: [0,0,0], thread: [{{[0-7]}},0,0] index {{[0-7]}} is outside of parameter 'bias' of kernel 'add', which is null
//
// RUN: %offloadcc -O2 -foffload-check --offload-arch=gfx90a,sm_80 %s -o %t.gpu
// RUN: not --crash %emulated_amd=gfx90a %t.gpu 2>&1 | FileCheck %s
// RUN: not %python -B %S/../../scripts/emulate --build=%build --gpu=sm_80 %t.gpu 2>&1 | FileCheck --check-prefix=PTX %s
// PTX: index {{[0-7]}} is outside of parameter 'bias' of kernel 'add', which is null
//
// One that is not null, and has no elements, is not said to be.
//
// RUN: not --crash %t.cpu empty 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: not --crash %emulated_amd=gfx90a %t.gpu empty 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: index 0 is outside of parameter 'bias' of kernel 'first', which has 0 elements
#include <offload.h>
#include <stddef.h>

offload_kernel void add(float *x offload_count(n), const float *bias offload_count_or_null(n),
                        int n)
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] += bias[i];
}

offload_kernel void first(float *x offload_count(1), const float *bias offload_count_or_null(n),
                          int n)
{
    x[0] += bias[0];
}

int main(int count, char **arguments)
{
    float x[8] = {0};
    (void)arguments;
    if (count > 1)
        offload(first, .threads = {1}, .block_size = {1})(x, x, 0);
    offload(add, .threads = {8})(x, x + 0, 8);
    offload(add, .threads = {8})(x, NULL, 8);
}
