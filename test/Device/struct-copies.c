// Structs are copied in accesses as wide as their alignment allows, without a loop over bytes, and
// through the read-only cache where that may be.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
// RUN: llvm-objdump -d %t/*/gfx90a.hsaco | FileCheck %s --check-prefix=AMD
#include <offload.h>
#include <string.h>

struct __attribute__((aligned(16))) four { float x, y, z, w; };
struct pair { double x, y; };
struct __attribute__((aligned(8))) two { float x, y; };
struct large { double x[32]; };
struct __attribute__((aligned(16))) huge { float x[1024]; };

#define COPY(name, type, ...)                                                                      \
    offload_kernel void name(size_t n, const type x[__VA_ARGS__ n], type y[__VA_ARGS__ n])         \
    {                                                                                              \
        size_t i = offload_global_id(0);                                                           \
        y[i] = x[i];                                                                               \
    }

COPY(fours, struct four, )
// CHECK-LABEL: .entry fours$(
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
// CHECK: ret
// AMD-LABEL: <fours$>:
// AMD: global_load_dwordx4
// AMD: global_store_dwordx4

COPY(constant_fours, struct four, restrict)
// CHECK-LABEL: .entry constant_fours$(
// CHECK: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32

COPY(twos, struct two, )
// CHECK-LABEL: .entry twos$(
// CHECK: ld.global.b64
// CHECK-NOT: ld.global
// CHECK: st.global.b64

COPY(pairs, struct pair, )
// CHECK-LABEL: .entry pairs$(
// CHECK-COUNT-2: ld.global.b64
// CHECK-COUNT-2: st.global.b64

COPY(large, struct large, )
// CHECK-LABEL: .entry large$(
// CHECK-NOT: b8
// CHECK: ld.global.b64
// CHECK-NOT: b8
// CHECK: ret

COPY(huge, struct huge, )
// CHECK-LABEL: .entry huge$(
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK-COUNT-4: st.global.v4.b32
// CHECK: bra
// CHECK: ret

offload_kernel void to_shared(size_t n, const struct four x[n], float y[n])
{
    offload_shared struct four tile[256];
    unsigned t = offload_thread_id(0);
    tile[t] = x[t];
    offload_barrier();
    y[t] = tile[t ^ 1].x;
}
// CHECK-LABEL: .entry to_shared$(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// AMD-LABEL: <to_shared$>:
// AMD: ds_write_b128

// An array of floats, four at a time.
offload_kernel void by_casts(size_t n, const float x[n], float y[n])
{
    offload_shared float tile[1024];
    unsigned t = offload_thread_id(0);
    *(struct four *)&tile[t * 4] = *(const struct four *)&x[t * 4];
    offload_barrier();
    y[t] = tile[t ^ 1];
}
// CHECK-LABEL: .entry by_casts$(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32

offload_kernel void by_value(struct huge value, size_t n, struct huge y[n])
{
    y[offload_global_id(0)] = value;
}
// CHECK-LABEL: .entry by_value$(
// CHECK: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32

offload_kernel void zeros(size_t n, struct huge y[n])
{
    y[offload_global_id(0)] = (struct huge){0};
}
// CHECK-LABEL: .entry zeros$(
// CHECK-NOT: b8
// CHECK: st.global.v4.b32
// CHECK: ret

offload_kernel void some(size_t n, const struct four x[n], struct four y[n])
{
    memcpy(y, x, n * sizeof *y);
}
// CHECK-LABEL: .entry some$(
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
// CHECK-NOT: b8
// CHECK: ret
