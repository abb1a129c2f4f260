// assert and abort stop a kernel on every GPU.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/assertions.c-*/sm_90.ptx
#include <assert.h>
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, int x[n])
{
    assert(n > 5);
    if (x[0] == 3)
        abort();
}
// CHECK: __assertfail
// CHECK: trap
