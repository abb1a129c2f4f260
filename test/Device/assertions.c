// assert, abort and exit stop a kernel on every GPU, with a message.
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
    if (x[0] == 4)
        exit(x[1]);
}
// CHECK-DAG: __assertfail
// CHECK-DAG: trap
