// An offload_out array that the kernel never writes: a warning, once for all targets.
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 -Wno-offload-out-unwritten -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void k(size_t n, offload_out float y[n], offload_out float z[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        z[i] = 1;
}

// CHECK: out-parameter-never-written.c:6:51: warning: parameter 'y' of kernel 'k' is marked offload_out, but the kernel never writes it: no value is copied back; write it, or declare it 'const' [-Woffload-out-unwritten]
// CHECK-NOT: warning

// The same without a device.
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
