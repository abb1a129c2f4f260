// An offload_out array that is read before it is written: a warning at the line of the read, once for all
// targets. What was written before, in this thread or ahead of a barrier, may be read.
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 -Wno-offload-out-read -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void adds(size_t n, const float x[n], offload_out float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

offload_kernel void sums(size_t n, const float x[n], offload_out float y[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    y[i] = 0;
    for (size_t k = 0; k < n; k++)
        y[i] += x[k];
}

offload_kernel void neighbours(size_t n, offload_out float y[n], offload_out float z[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = (float)i;
    offload_barrier();
    if (i < n)
        z[i] = y[i ^ 1];
}

offload_kernel void shared_out(size_t n, const float x[n], offload_out float y[n]) {
    offload_for (i, n)
        y[i] += x[i];
}

offload_kernel void first_of_all(size_t n, const float x[n], offload_out float sum[1]) {
    for (size_t i = 0; i < n; i++)
        sum[0] += x[i];
}

offload_kernel void prefixes(size_t n, const float x[n], offload_out float y[n]) {
    for (size_t i = 0; i < n; i++)
        y[i] = (i ? y[i - 1] : 0) + x[i];
}

offload_kernel void set_in_the_first_turn(size_t n, const float x[n], offload_out float sum[1]) {
    for (size_t i = 0; i < n; i++) {
        if (i == 0)
            sum[0] = 0;
        sum[0] += x[i];
    }
}

// CHECK: out-parameter-read.c:10:14: warning: this reads parameter 'y' of kernel 'adds' before anything is written to it, but it is marked offload_out, so its values are not copied to the device; remove offload_out [-Woffload-out-read]
// CHECK: out-parameter-read.c:33:14: warning: this reads parameter 'y' of kernel 'shared_out' before anything
// CHECK: out-parameter-read.c:38:16: warning: this reads parameter 'sum' of kernel 'first_of_all' before anything
// CHECK-NOT: warning

// The same without a device.
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
