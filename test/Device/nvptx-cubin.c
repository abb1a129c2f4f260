// With ptxas, a cubin stands in the artifacts and shows the kernel.
//
// REQUIRES: ptxas
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,sm_90 --offload-artifacts=%t %s
// RUN: llvm-readelf -h --symbols %t/nvptx-cubin.c-*/sm_90.cubin | FileCheck %s
// RUN: llvm-readelf -h --symbols %t/nvptx-cubin.c-*/sm_80.cubin | FileCheck %s
#include <math.h>
#include <offload.h>

offload_kernel void waves(size_t n, double x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = sin(x[i]) + pow(x[i], 1.5) + expf((float)x[i]);
}
// CHECK: Machine: NVIDIA CUDA architecture
// CHECK: GLOBAL {{.*}} waves
