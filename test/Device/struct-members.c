// A struct of which some members change is loaded and stored in accesses as wide as its alignment
// allows, like one that is only copied, and is in registers on the way.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O1 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t/1 %s
// RUN: %offloadcc -O2 --device-only --offload-arch=sm_90,sm_100,gfx90a --offload-artifacts=%t/2 %s
// RUN: %offloadcc -O3 --device-only --offload-arch=sm_90,gfx90a --offload-artifacts=%t/3 %s
// RUN: FileCheck %s < %t/1/*/sm_90.ptx
// RUN: FileCheck %s < %t/2/*/sm_90.ptx
// RUN: FileCheck %s < %t/3/*/sm_90.ptx
// RUN: FileCheck %s --check-prefix=WIDE < %t/2/*/sm_100.ptx
// RUN: llvm-objdump -d %t/1/*/gfx90a.hsaco | FileCheck %s --check-prefix=AMD
// RUN: llvm-objdump -d %t/2/*/gfx90a.hsaco | FileCheck %s --check-prefix=AMD
// RUN: llvm-objdump -d %t/3/*/gfx90a.hsaco | FileCheck %s --check-prefix=AMD
#include <offload.h>

#define ALIGNED(n) __attribute__((aligned(n)))

struct four { float x, y, z, w; } ALIGNED(16);
struct eight { float v[8]; } ALIGNED(32);
struct halves { _Float16 v[8]; } ALIGNED(16);
struct mixed { unsigned char a, b, c, d; int e; float f, g; } ALIGNED(16);
struct sphere { float x, y, z; int id; double radius; long group; } ALIGNED(16);

#define KERNEL(name, type, ...)                                                                    \
    offload_kernel void name(size_t n, const struct type x[n], struct type y[n])                   \
    {                                                                                              \
        size_t i = offload_global_id(0);                                                           \
        struct type s = x[i];                                                                      \
        __VA_ARGS__;                                                                               \
        y[i] = s;                                                                                  \
    }

KERNEL(ends, four, s.x += 1; s.w *= 2)
// CHECK-LABEL: .entry ends$(
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: st.global.v4.b32
// CHECK-NOT: st.global
// AMD-LABEL: <ends$>:
// AMD-COUNT-1: global_load_dwordx4
// AMD-NOT: global_load
// AMD: global_store_dwordx4
// AMD: s_endpgm

KERNEL(middle, four, s.y += 1)
// CHECK-LABEL: .entry middle$(
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: st.global.v4.b32
// CHECK-NOT: st.global

KERNEL(some_halves, halves, s.v[0] += 1; s.v[5] *= 3)
// CHECK-LABEL: .entry some_halves$(
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK: st.global.v4.b32
// CHECK-NOT: st.global
// AMD-LABEL: <some_halves$>:
// AMD-COUNT-1: global_load_dwordx4
// AMD-NOT: global_load
// AMD: global_store_dwordx4
// AMD: s_endpgm

KERNEL(some_of_eight, eight, s.v[0] += 1; s.v[6] *= 3)
// CHECK-LABEL: .entry some_of_eight$(
// CHECK-NOT: {{(ld|st)\.global}}
// CHECK-COUNT-2: ld.global.v4.b32
// CHECK-NOT: {{(ld|st)\.(global|local)}}
// CHECK-COUNT-2: st.global.v4.b32
// CHECK-NOT: st.global
// WIDE-LABEL: .entry some_of_eight$(
// WIDE: ld.global.v{{4.b64|8.b32}}
// WIDE-NOT: {{(ld|st)\.global}}
// WIDE: st.global.v{{4.b64|8.b32}}
// WIDE: ret
// AMD-LABEL: <some_of_eight$>:
// AMD-NOT: {{ds_|scratch_|buffer_}}
// AMD-COUNT-2: global_load_dwordx4
// AMD-NOT: {{ds_|scratch_|buffer_}}
// AMD-COUNT-2: global_store_dwordx4
// AMD: s_endpgm

KERNEL(of_many_types, mixed, s.a += 1; s.c ^= 7; s.f *= 3)
// CHECK-LABEL: .entry of_many_types$(
// CHECK-NOT: {{(ld|st)\.(global|local)}}
// CHECK: ld.global.v4.b32
// CHECK-NOT: {{(ld|st)\.(global|local)}}
// CHECK: st.global.v4.b32
// CHECK-NOT: st.global

KERNEL(large, sphere, s.id++; s.x += (float)s.radius)
// CHECK-LABEL: .entry large$(
// CHECK-NOT: {{(ld|st)\.(global|local)}}
// CHECK-COUNT-2: ld.global.v{{4.b32|2.b64}}
// CHECK-NOT: {{(ld|st)\.(global|local)}}
// CHECK-COUNT-2: st.global.v{{4.b32|2.b64}}
// CHECK-NOT: st.global

// The rest of the struct is a variable of 12 bytes, which was on the stack.
KERNEL(of_some, four, if (i >= n) s = (struct four){0}; s.x += 1)
// CHECK-LABEL: .entry of_some$(
// CHECK: st.global.v4.b32
// AMD-LABEL: <of_some$>:
// AMD-NOT: {{ds_|scratch_|buffer_}}
// AMD: s_endpgm

// A branch knows what the condition before it has loaded: the address is a multiple of 32.
offload_kernel void least(size_t n, const struct eight x[n], struct eight y[n])
{
    size_t i = offload_global_id(0);
    struct eight s = x[i];
    if (x[i + 1].v[0] < s.v[0])
        s = x[i + 1];
    y[i] = s;
}
// CHECK-LABEL: .entry least$(
// CHECK-NOT: local
// CHECK: ret
// AMD-LABEL: <least$>:
// AMD-NOT: {{ds_|scratch_|buffer_}}
// AMD: s_endpgm

offload_kernel void to_shared(size_t n, const struct four x[n], struct four y[n])
{
    offload_shared struct four tile[256];
    unsigned t = offload_thread_id(0);
    struct four s = x[t];
    s.x += 1;
    s.w *= 2;
    tile[t] = s;
    offload_barrier();
    s = tile[t ^ 1];
    s.y += s.x;
    y[t] = s;
}
// CHECK-LABEL: .entry to_shared$(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v4.b32
// CHECK: st.global.v4.b32
// AMD-LABEL: <to_shared$>:
// AMD: ds_write_b128
// AMD: ds_read_b128
