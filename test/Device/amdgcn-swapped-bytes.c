// gfx11 at -O0, and where a function is not optimised: LLVM 22 makes of the swap of 8 bytes one that copies the lower
// halves of registers alone (v_mov_b16), and then reads them whole. The bytes are swapped in two words there; optimised
// code, and other processors, have LLVM's own.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %offloadcc -O0 -S --device-only --offload-artifacts=none --offload-arch=gfx1100,gfx1150,gfx11-generic,gfx1200 %s
// RUN: cat none/*/*gfx1100*.s > 1100.s && cat none/*/*gfx1150*.s > 1150.s && cat none/*/*gfx11-generic*.s > generic.s && cat none/*/*gfx1200*.s > 1200.s
// RUN: FileCheck %s < 1100.s && FileCheck %s < 1150.s && FileCheck %s < generic.s
// RUN: FileCheck --check-prefix=OWN %s < 1200.s
// RUN: %offloadcc -O2 -DPLAIN -S --device-only --offload-artifacts=o2 --offload-arch=gfx1100 %s && cat o2/*/*.s > plain.s && FileCheck --check-prefix=OWN %s < plain.s
// RUN: %offloadcc -O2 -S --device-only --offload-artifacts=optnone --offload-arch=gfx1100 %s && cat optnone/*/*.s > optnone.s && FileCheck %s < optnone.s
// CHECK-NOT: v_mov_b16
// CHECK-COUNT-2: v_perm_b32
// CHECK-NOT: v_mov_b16
// OWN-NOT: __offloadcc_swap_bytes
// OWN: v_perm_b32
#include <offload.h>
#include <stdint.h>

#ifndef PLAIN
__attribute__((optnone, noinline))
#endif
static uint64_t swap(uint64_t x)
{
    return __builtin_bswap64(x);
}

offload_kernel void swap_all(size_t n, uint64_t x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = swap(x[i]);
}
