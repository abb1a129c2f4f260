// A barrier waits for all threads of the block, whatever its dimensions, and what they wrote is
// seen behind it: AMD GPUs need fences for that.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a,gfx1100 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/barrier.c-*/sm_80.ptx
// RUN: llvm-dis -o - %t/barrier.c-*/gfx90a.bc | FileCheck --check-prefix=AMD %s
// RUN: llvm-dis -o - %t/barrier.c-*/gfx1100.bc | FileCheck --check-prefix=AMD %s
#include <offload.h>

offload_kernel void turn(int n, float x[n])
{
    int i = offload_thread_id(0) + offload_block_size(0) * offload_thread_id(1);
    float mine = x[i];
    x[n - 1 - i] = 0;
    offload_barrier();
    x[n - 1 - i] += mine;
}
// PTX: st.global
// PTX-NEXT: bar.sync 0;
// PTX: ld.global
// AMD: store float 0
// AMD-NEXT: fence syncscope("workgroup") release
// AMD-NEXT: call void @llvm.amdgcn.s.barrier()
// AMD-NEXT: fence syncscope("workgroup") acquire
// AMD: load float
