// What one target lacks is an error at the line that needs it, with the chain of calls, and only
// for that target.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=gfx90a,x86-64 --offload-artifacts=%t %s 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t %s
#include <offload.h>

void of_gpus(int x);

static void tell(int x)
{
#ifdef __AMDGPU__
    of_gpus(x);
#endif
    (void)x;
}

static void check(int x)
{
    if (x > 3)
        tell(x);
}

offload_kernel void talk(int x)
{
    check(x);
}
// CHECK: undefined-on-this-target.c:13:5: error: device code for 'gfx90a' needs 'of_gpus', which is not available there; do without it, or leave 'gfx90a' out of --offload-arch
// CHECK: undefined-on-this-target.c:21:9: note: in 'tell', called here
// CHECK: undefined-on-this-target.c:26:5: note: in 'check', called here
