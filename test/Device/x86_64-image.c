// An image for libomptarget's host plugin: a shared object that shows its kernels and the marker by
// which a loaded image is known, nothing else.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
// RUN: llvm-readelf -h %t/*/x86-64.so | FileCheck --check-prefix=KIND %s
// RUN: llvm-readelf --dyn-symbols %t/*/x86-64.so | grep GLOBAL | sed 's/.*GLOBAL/GLOBAL/' | sort -k4 | FileCheck --match-full-lines --implicit-check-not='{{.}}' %s
#include <math.h>
#include <offload.h>

float helper(float x)
{
    return sinf(x);
}

offload_kernel void waves(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = helper(x[i]);
}
// KIND: DYN
// CHECK: {{GLOBAL PROTECTED +[0-9]+}} __offloadcc_image_marker
// CHECK: GLOBAL DEFAULT UND sinf
// CHECK: {{GLOBAL PROTECTED +[0-9]+}} waves$
