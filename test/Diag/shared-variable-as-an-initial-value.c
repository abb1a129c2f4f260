// Each block has a shared variable of its own, so its address is no constant.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static float second(void)
{
    offload_shared float tile[16];
    static float *const at = &tile[1];
    static float *const unused = tile;
    (void)sizeof unused;
    return *at;
}
offload_kernel void k(int n, float x[n])
{
    x[0] = second();
}

// CHECK: :8:31: error: kernel 'k' uses the address of shared variable 'tile' as an initial value, but each block has a variable of its own; assign the address in the kernel
// CHECK: :11:13: note: 'at' is used by 'second' here
// CHECK: :15:12: note: 'second' is called by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
