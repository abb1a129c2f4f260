// A mapping is narrowed by what holds for all targets of the program: code for one that writes an array
// brings it back on all. With the others' artifacts alone, it is narrowed further.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t/one
// RUN: env LIBOMPTARGET_INFO=32 %t/one 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64,sm_90 -Wno-offload-no-image %s -o %t/two
// RUN: env LIBOMPTARGET_INFO=32 CUDA_VISIBLE_DEVICES= %t/two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %offloadcc -O2 -fno-offload-resident --device-only --offload-artifacts=%t/a --offload-arch=x86-64,sm_90 -Wno-offload-no-image %s
// RUN: %offloadcc -O2 -fno-offload-resident --host-only --offload-artifacts=%t/a --offload-arch=x86-64 -c %s -o %t/x.o
// RUN: %offloadcc %t/x.o -o %t/three
// RUN: env LIBOMPTARGET_INFO=32 %t/three 2>&1 | FileCheck %s --check-prefix=ONE
#include <offload.h>

offload_kernel void k(size_t n, int x[n], int y[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
#ifdef __NVPTX__
    x[i] += 1;
    if (i == 5)
        return;
#endif
    y[i] = x[i];
}

int main(void) {
    static int x[100], y[100];
    offload(k, .threads = {100})(100, x, y);
    return y[99];
}

// ONE: from host to device
// ONE-NOT: from host to device
// ONE: from device to host
// ONE-NOT: from device to host

// TWO: from host to device
// TWO: from host to device
// TWO: from device to host
// TWO: from device to host
