// The order of an atomic is kept: LLVM's atomics on NVIDIA GPUs are relaxed ones, so that fences
// stand around them.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/*/sm_80.ptx
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck --check-prefix=AMD %s
#include <offload.h>
#include <stdatomic.h>

offload_kernel void orders(int n, int x[n])
{
    x[1] = offload_atomic_add(&x[0], 1);
    x[2] = offload_atomic_add_explicit(&x[0], 2, __ATOMIC_ACQUIRE);
    x[3] = offload_atomic_add_explicit(&x[0], 3, __ATOMIC_RELEASE);
    x[4] = offload_atomic_exchange_explicit(&x[0], 4, memory_order_seq_cst);
    x[5] = offload_atomic_load_explicit(&x[0], __ATOMIC_ACQUIRE);
    offload_atomic_store_explicit(&x[6], 4, __ATOMIC_RELEASE);
}
// PTX-NOT: fence
// PTX: atom.global.add.u32 {{.*}}, 1;
// PTX-NOT: fence
// PTX: atom.global.add.u32 {{.*}}, 2;
// PTX-NEXT: fence.acq_rel.gpu;
// PTX: st.global
// PTX: fence.acq_rel.gpu;
// PTX-NEXT: atom.global.add.u32 {{.*}}, 3;
// PTX-NEXT: st.global
// PTX: fence.sc.gpu;
// PTX-NEXT: atom.global.exch.b32 {{.*}}, 4;
// PTX-NEXT: fence.acq_rel.gpu;
// PTX: ld.acquire.gpu.global.b32
// PTX: st.release.gpu.global.b32
// AMD: atomicrmw add {{.*}}, i32 1 syncscope("agent") monotonic
// AMD: atomicrmw add {{.*}}, i32 2 syncscope("agent") acquire
// AMD: atomicrmw add {{.*}}, i32 3 syncscope("agent") release
// AMD: atomicrmw xchg {{.*}}, i32 4 syncscope("agent") seq_cst
