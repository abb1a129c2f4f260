// C's atomics, fences and volatile accesses have the scope of the system, clang's scoped builtins
// the scope that they name, offload.h's functions the device's; for every kind of operation, and
// without optimisation too.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_60,sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=PTX,PASCAL %s < %t/*/sm_60.ptx
// RUN: FileCheck --check-prefixes=PTX,HOPPER %s < %t/*/sm_90.ptx
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck --check-prefix=AMD %s
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=sm_60,sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PLAIN %s < %t/*/sm_90.ptx
//
// A preprocessed file has the builtins alone: the scope of the system is enough for all.
// RUN: %offloadcc -E %s -o %t.i
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %t.i
// RUN: FileCheck --check-prefix=PREPROCESSED %s < %t/*/sm_90.ptx
#include <offload.h>
#include <stdatomic.h>

#define KERNEL(name, type, statement)                                                              \
    offload_kernel void name(int n, type y[n])                                                     \
    {                                                                                              \
        int expected = n;                                                                          \
        statement;                                                                                 \
        y[2] = (type)expected;                                                                     \
    }
#define RELAXED __ATOMIC_RELAXED

KERNEL(c11_add, int, y[1] = atomic_fetch_add((_Atomic int *)y, 1))
// PTX-LABEL: .entry c11_add$(
// PASCAL: membar.sys
// PASCAL: atom.sys.global.add.u32
// PASCAL: membar.sys
// HOPPER: fence.sc.sys
// HOPPER: atom.sys.global.add.u32
// HOPPER: fence.acq_rel.sys
// PLAIN-LABEL: .func c11_add_$_kernel(
// PLAIN: fence.sc.sys
// PLAIN: atom.sys.add.u32
// AMD-LABEL: @"c11_add$"
// AMD: atomicrmw add {{.*}} seq_cst, align 4{{$}}

KERNEL(sync_sub, long, y[1] = __sync_fetch_and_sub(y, 1))
// PTX-LABEL: .entry sync_sub$(
// PTX: atom.sys.global.add.u64

KERNEL(float_add, float, y[1] = __atomic_fetch_add(y, 1.0f, RELAXED))
// PTX-LABEL: .entry float_add$(
// PTX: atom.sys.global.add.f32
// AMD-LABEL: @"float_add$"
// AMD: atomicrmw fadd {{.*}} monotonic, align 4{{$}}

KERNEL(double_add, double, y[1] = __atomic_fetch_add(y, 1.0, RELAXED))
// PTX-LABEL: .entry double_add$(
// PTX: atom.sys.global.add.f64

KERNEL(float_max, float, y[1] = __atomic_fetch_max(y, 1.0f, RELAXED))
// PTX-LABEL: .entry float_max$(
// PTX: atom{{(.relaxed)?}}.sys.global.cas.b32

KERNEL(bytes, char, y[1] = __atomic_fetch_or(y, 1, RELAXED))
// PTX-LABEL: .entry bytes$(
// PTX: atom{{(.relaxed)?}}.sys.global.{{cas|or}}.b32

KERNEL(halves, _Float16, y[1] = __atomic_fetch_add(y, (_Float16)1, RELAXED))
// PTX-LABEL: .entry halves$(
// PASCAL: atom.sys.global.cas.b32
// HOPPER: atom.sys.global.add.noftz.f16

KERNEL(minimum, unsigned, y[1] = __atomic_fetch_min(y, 1u, RELAXED))
// PTX-LABEL: .entry minimum$(
// PTX: atom.sys.global.min.u32

KERNEL(exchange, double, y[1] = (__atomic_exchange(y, &(double){1}, y + 3, RELAXED), 0))
// PTX-LABEL: .entry exchange$(
// PTX: atom.sys.global.exch.b64

KERNEL(in_shared_memory, int, offload_shared int s[4]; y[1] = __atomic_fetch_xor(&s[n], 1, RELAXED))
// PTX-LABEL: .entry in_shared_memory$(
// PTX: atom.sys.shared.xor.b32

KERNEL(anywhere, int, offload_shared int s[4]; y[1] = __atomic_fetch_xor(n > 3 ? y : s, 1, RELAXED))
// PTX-LABEL: .entry anywhere$(
// PTX: atom.sys.xor.b32

KERNEL(swap, int, __atomic_compare_exchange_n(y, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
// PTX-LABEL: .entry swap$(
// PASCAL: membar.sys
// PASCAL-NEXT: atom.sys.global.cas.b32
// PASCAL-NEXT: membar.sys
// HOPPER: fence.sc.sys
// HOPPER: atom.acquire.sys.global.cas.b32

KERNEL(load, int, y[1] = __atomic_load_n(y, __ATOMIC_ACQUIRE))
// PTX-LABEL: .entry load$(
// PASCAL: ld.volatile.global.b32
// PASCAL-NEXT: membar.sys
// HOPPER: ld.acquire.sys.global.b32

KERNEL(changing, int, y[1] = *(volatile int *)y)
// PTX-LABEL: .entry changing$(
// PTX: ld.volatile.global.b32

KERNEL(fence, int, y[0] = 1; atomic_thread_fence(memory_order_release); y[1] = 1)
// PTX-LABEL: .entry fence$(
// PASCAL: membar.sys
// HOPPER: fence.acq_rel.sys
// AMD-LABEL: @"fence$"
// AMD: fence release

// The compiler alone is held back.
KERNEL(signal_fence, int, y[0] = 1; atomic_signal_fence(memory_order_seq_cst); y[0] = 2)
// PTX-LABEL: .entry signal_fence$(
// PTX-NOT: fence{{.}}sc
// PTX-NOT: membar
// PTX: st.global.b32 {{.*}}, 1;
// PTX: st.global.b32 {{.*}}, 2;

KERNEL(of_block, int, y[1] = __scoped_atomic_fetch_add(y, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP))
// PTX-LABEL: .entry of_block$(
// PASCAL: membar.cta
// HOPPER: fence.acq_rel.cta
// PTX: atom.cta.global.add.u32
// PLAIN-LABEL: .func of_block_$_kernel(
// PLAIN-NOT: .sys
// PLAIN: atom.cta.add.u32
// PREPROCESSED-LABEL: .entry of_block$(
// PREPROCESSED: atom.sys.global.add.u32
// AMD-LABEL: @"of_block$"
// AMD: atomicrmw add {{.*}} syncscope("workgroup") release, {{.*}}!amdgpu.no.remote.memory

KERNEL(of_cluster, int, y[1] = __scoped_atomic_fetch_and(y, 1, RELAXED, __MEMORY_SCOPE_CLUSTR))
// PTX-LABEL: .entry of_cluster$(
// PASCAL: atom.global.and.b32
// HOPPER: atom.cluster.global.and.b32

KERNEL(of_warp, int, y[1] = __scoped_atomic_fetch_and(y, 1, RELAXED, __MEMORY_SCOPE_WVFRNT))
// PTX-LABEL: .entry of_warp$(
// PTX: atom.cta.global.and.b32

KERNEL(swap_of_block, int, __scoped_atomic_compare_exchange_n(y, &expected, 1, 0, RELAXED, RELAXED, 2))
// PTX-LABEL: .entry swap_of_block$(
// PTX: atom{{(.relaxed)?}}.cta.global.cas.b32

KERNEL(fence_of_device, int, y[0] = 1; __scoped_atomic_thread_fence(__ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE); y[1] = 1)
// PTX-LABEL: .entry fence_of_device$(
// PASCAL: membar.gl
// HOPPER: fence.acq_rel.gpu
// PLAIN-LABEL: .func fence_of_device_$_kernel(
// PLAIN: fence.acq_rel.gpu

KERNEL(of_some_scope, int, y[1] = __scoped_atomic_fetch_add(y, 1, RELAXED, n))
// HOPPER-LABEL: .entry of_some_scope$(
// HOPPER-DAG: atom.sys.global.add.u32
// HOPPER-DAG: atom.cta.global.add.u32
// HOPPER-DAG: atom.global.add.u32

KERNEL(ours, int, y[1] = offload_atomic_add_explicit(y, 1, __ATOMIC_ACQ_REL))
// PTX-LABEL: .entry ours$(
// PTX-NOT: sys
// PASCAL: membar.gl
// HOPPER: fence.acq_rel.gpu
// PTX: atom.global.add.u32
// PLAIN-LABEL: .func ours_$_kernel(
// PLAIN: fence.acq_rel.gpu
// PLAIN: atom.add.u32
// AMD-LABEL: @"ours$"
// AMD: atomicrmw add {{.*}} syncscope("agent") acq_rel, {{.*}}!amdgpu.no.remote.memory
