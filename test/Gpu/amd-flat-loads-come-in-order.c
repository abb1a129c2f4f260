// A flat load of gfx90a may come from LDS and overtake others. Once lgkmcnt is 0, it has not: it is in order with other
// loads from memory, and a later one may write the same register. LLVM's code relies on it.
//
// RUN: %offloadcc -O2 --offload-arch=gfx90a %s -o %t
// RUN: %emulated_amd=gfx90a %t | FileCheck %s
// CHECK: 7 4
#include <offload.h>
#include <stdio.h>

offload_kernel void load_twice(const int x[8], int out[2]) {
#ifdef __AMDGPU__
    __asm__ volatile("flat_load_dwordx4 v[8:11], %2\n"
                     "s_waitcnt lgkmcnt(0)\n"
                     "global_load_dword v8, %3, off\n"
                     "s_waitcnt vmcnt(0)\n"
                     "v_mov_b32 %0, v8\n"
                     "v_mov_b32 %1, v11\n"
                     : "=v"(out[0]), "=v"(out[1])
                     : "v"(x), "v"(x + 6)
                     : "v8", "v9", "v10", "v11");
#endif
}

int main(void) {
    int x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[2] = {0};
    offload(load_twice, .threads = {1}, .block_size = {1})(x, out);
    printf("%d %d\n", out[0], out[1]);
}
