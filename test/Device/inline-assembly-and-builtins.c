// A kernel may use what one kind of GPU has, its assembly and clang's builtin functions for it,
// behind that GPU's macro; the passes for the others and for the host do not see it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %offloadcc -O2 -Wall -Wextra -Werror -Wno-offload-no-image --device-only -S --offload-arch=sm_75,sm_90,sm_100f,gfx90a,gfx1100 --offload-artifacts=a %s
// RUN: FileCheck --check-prefixes=PTX,OLD %s < a/*/sm_75.ptx
// RUN: FileCheck --check-prefixes=PTX,NEW %s < a/*/sm_90.ptx
// RUN: FileCheck --check-prefixes=PTX,FAMILY %s < a/*/sm_100f.ptx
// RUN: FileCheck --check-prefix=AMD %s < a/*/gfx90a.s
// RUN: FileCheck --check-prefix=AMD %s < a/*/gfx1100.s
// RUN: %offloadcc -O2 -Wall -Wextra -Werror --offload-arch=none %s -o host && ./host
// RUN: %offloadcc -O2 -Wall -Wextra -Werror -Wno-offload-no-image --offload-arch=x86-64,sm_90,gfx90a %s -o all && ./all
//
// REQUIRES: x86_64
#include <offload.h>

static unsigned int lanes_below(void)
{
#if defined(__NVPTX__)
    unsigned int mask;
    __asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask & __nvvm_activemask();
#elif defined(__AMDGPU__)
    unsigned int copy;
    __asm__("v_mov_b32 %0, %1" : "=v"(copy) : "v"(__builtin_amdgcn_mbcnt_lo(~0u, 0)));
    return copy;
#else
    unsigned int zero;
    __asm__("xorl %0, %0" : "=r"(zero));
    return zero;
#endif
}

// OLD: .version 7.4
// NEW: .version {{7.8|8.0}}
// FAMILY: .version 8.8
// FAMILY: .target sm_100f
// PTX: .entry below
// PTX: mov.u32 {{%r[0-9]+}}, %lanemask_lt;
// PTX: activemask.b32
// AMD: below$:
// AMD: v_mbcnt_lo_u32_b32
// AMD: v_mov_b32
offload_kernel void below(size_t n, unsigned int out[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        out[i] = lanes_below();
}

int main(void)
{
    unsigned int out[4] = {1, 1, 1, 1};
    offload(below, .threads = {4})(4, out);
    return (int)(out[0] + out[3]);
}
