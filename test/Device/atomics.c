// Atomics are instructions or loops of the device's scope, on arrays, shared variables and through
// pointers that may be either; nothing is left to a library.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,sm_90,gfx906,gfx90a,gfx942,gfx1030,gfx1100 --offload-artifacts=%t %s
// RUN: env PATH=/usr/bin:/bin %offloadcc -O2 --device-only --offload-arch=sm_70 --offload-artifacts=%t-70 %s
// RUN: FileCheck --check-prefix=PTX %s < %t-70/atomics.c-*/sm_70.ptx
// RUN: FileCheck --check-prefix=PTX %s < %t/atomics.c-*/sm_80.ptx
// RUN: FileCheck --check-prefix=PTX %s < %t/atomics.c-*/sm_90.ptx
// RUN: llvm-dis -o - %t/atomics.c-*/sm_90.bc | FileCheck --check-prefix=DEVICE %s
// RUN: llvm-dis -o - %t/atomics.c-*/gfx906.bc | FileCheck --check-prefix=AGENT %s
// RUN: llvm-objdump -d %t/atomics.c-*/gfx906.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-objdump -d %t/atomics.c-*/gfx90a.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-objdump -d %t/atomics.c-*/gfx942.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-objdump -d %t/atomics.c-*/gfx1030.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-objdump -d %t/atomics.c-*/gfx1100.hsaco | FileCheck --check-prefix=AMD %s
#include <offload.h>

#define ALL(p, type)                                                                               \
    do {                                                                                           \
        type expected = 3;                                                                         \
        r += offload_atomic_add(p, (type)3);                                                       \
        r += offload_atomic_sub(p, (type)2);                                                       \
        r += offload_atomic_min(p, r);                                                             \
        r += offload_atomic_max(p, (type)5);                                                       \
        r += offload_atomic_exchange(p, (type)9);                                                  \
        r += (type)offload_atomic_compare_exchange(p, &expected, (type)8) + expected;              \
        r += offload_atomic_load(p);                                                               \
        offload_atomic_store(p, r);                                                                \
    } while (0)
#define BITS(p)                                                                                    \
    (r += offload_atomic_and(p, 3), r += offload_atomic_or(p, 4), r += offload_atomic_xor(p, 9))
#define KERNEL(type, name, bits)                                                                   \
    __attribute__((noinline)) static type through_pointer_##name(type *p)                          \
    {                                                                                              \
        type r = 1;                                                                                \
        ALL(p, type);                                                                              \
        return r;                                                                                  \
    }                                                                                              \
    offload_kernel void name(int n, type x[n])                                                     \
    {                                                                                              \
        offload_shared type s[64];                                                                 \
        type r = 1;                                                                                \
        s[offload_thread_id(0)] = x[n - 1];                                                        \
        offload_barrier();                                                                         \
        ALL(&x[0], type);                                                                          \
        ALL(&s[n % 3], type);                                                                      \
        bits(&x[2]);                                                                               \
        bits(&s[1]);                                                                               \
        x[n / 2] = r + through_pointer_##name(n > 3 ? &x[1] : &s[2]);                              \
    }
#define NO_BITS(p) ((void)(p))
KERNEL(int, ints, BITS)
KERNEL(unsigned, unsigneds, BITS)
KERNEL(long, longs, BITS)
KERNEL(unsigned long long, unsigned_longs, BITS)
KERNEL(float, floats, NO_BITS)
KERNEL(double, doubles, NO_BITS)
// PTX-LABEL: .entry ints$(
// PTX: atom.global.add.u32
// PTX: atom.global.min.s32
// PTX: atom.global.max.s32
// PTX: atom.global.exch.b32
// PTX: atom.relaxed.gpu.global.cas.b32
// PTX: ld.relaxed.gpu.global.b32
// PTX: st.relaxed.gpu.global.b32
// PTX: atom.shared.add.u32
// PTX: atom.global.and.b32
// PTX: atom.shared.xor.b32
// PTX-LABEL: .entry floats$(
// PTX: atom.global.add.f32
// PTX: atom.relaxed.gpu.global.cas.b32
// PTX: atom.shared.add.f32
// PTX-LABEL: .entry doubles$(
// PTX: atom.global.add.f64
// PTX: atom.shared.add.f64
// PTX-NOT: .sys
// DEVICE: atomicrmw add {{.*}} syncscope("device") monotonic
// DEVICE: atomicrmw fadd {{.*}} syncscope("device") monotonic
// AGENT: atomicrmw add {{.*}} syncscope("agent") monotonic
// AGENT: atomicrmw fadd {{.*}} syncscope("agent") monotonic
// AMD-LABEL: <ints$>:
// AMD: global_atomic_add
// AMD: ds_add_rtn_u32
// AMD-LABEL: <floats$>:
// AMD: ds_add_rtn_f32
