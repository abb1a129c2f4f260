// The struct of a launch by an object of version 1 of __offloadcc_configure ends before `.cooperative`. What lies after it
// has no meaning.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s
// RUN: not --crash %t staying 2>&1 | FileCheck %s
#include <offload.h>

typedef __offloadcc_function *configure(__offloadcc_function *kernel, struct offload_launch *launch);
configure plain __asm__("__offloadcc_configure_v1"), staying __asm__("__offloadcc_configure_staying_v1");

offload_kernel void k(int n, int a[n])
{
    offload_grid_barrier();
    a[0] = 1;
}

int main(int argc, char **argv)
{
    int a[1] = {0};
    configure *version_1 = argc > 1 ? staying : plain;
    struct offload_launch launch = {
        .threads = {__OFFLOADCC_UNSET},
        .blocks = {2},
        .device = -1,
        .__file = "old.c",
        .__line = 7,
        .cooperative = 1, // after the end
    };
    (void)argv;
    ((__typeof__(k) *)version_1((__offloadcc_function *)k, &launch))(1, a);
    return a[0];
}
// CHECK: :12: offloadcc: error: kernel 'k': it calls offload_grid_barrier(), for which all blocks have to run at the same time; set .cooperative = true in the launch
// CHECK-NEXT: old.c:7: offloadcc: note: the launch is here
