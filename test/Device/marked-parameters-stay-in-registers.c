// Marks of parameters leave nothing behind in a kernel's code.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a,x86-64 --offload-artifacts=%t %s
// RUN: llvm-dis -o - %t/*/sm_80.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/x86-64.bc | FileCheck --check-prefix=CPU %s
#include <offload.h>

offload_kernel void scale(size_t n, const float x[n], offload_out float y[n],
                          offload_scratch float z[n], offload_device_ptr float *w)
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = z[i] = w[i] = 2 * x[i];
}
// CHECK-NOT: llvm.var.annotation
// CHECK-NOT: alloca ptr
// CPU-NOT: llvm.var.annotation
