// Shuffles ask no lane whether another one is there: the mask of the lanes tells it, for all of
// them, where the distance is a constant. Several distances of xor and the neighbours' values need
// neither a mask nor an address.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1100 -save-temps=obj -Wno-offload-no-image --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=ALL,GFX9 %s < %t/*/gfx90a.s
// RUN: FileCheck --check-prefixes=ALL,GFX11 %s < %t/*/gfx1100.s
#include <offload.h>

#define KERNEL(name, ...)                                                                          \
    offload_kernel void name(size_t n, unsigned m, unsigned y[n])                                  \
    {                                                                                              \
        size_t t = offload_global_id(0);                                                           \
        unsigned v = y[t];                                                                         \
        __VA_ARGS__;                                                                               \
        y[t] = v;                                                                                  \
    }

// One address for all distances.
// ALL-LABEL: straight$:
// ALL-NOT: v_cmp
// GFX9-DAG: ds_bpermute_b32 {{v[0-9]+}}, [[BASE:v[0-9]+]], {{v[0-9]+}} offset:64
// GFX9-DAG: s_lshr_b64 vcc, {{.*}}, 16
// GFX9: v_cndmask_b32
// GFX9: ds_bpermute_b32 {{v[0-9]+}}, [[BASE]], {{v[0-9]+}} offset:32
// GFX9: s_lshr_b64 vcc, {{.*}}, 8
// GFX9: wave_shl:1
// GFX11-DAG: ds_bpermute_b32 {{v[0-9]+}}, [[BASE:v[0-9]+]], {{v[0-9]+}} offset:64
// GFX11-DAG: s_lshr_b32 vcc_lo, exec_lo, 16
// GFX11: ds_bpermute_b32 {{v[0-9]+}}, [[BASE]], {{v[0-9]+}} offset:32
// GFX11: ds_bpermute_b32 {{v[0-9]+}}, [[BASE]], {{v[0-9]+}} offset:4
// ALL-NOT: v_cmp
// ALL: s_endpgm
KERNEL(straight, for (unsigned o = 16; o; o >>= 1) v += offload_lane_shuffle_down(v, o))

// The loop holds no sum of an address and a distance.
// ALL-LABEL: in_a_loop$:
// ALL: ds_bpermute_b32 {{v[0-9]+}}, [[BASE:v[0-9]+]], {{v[0-9]+}} offset:64
// ALL: ds_bpermute_b32 {{v[0-9]+}}, [[BASE]], {{v[0-9]+}} offset:32
// ALL: s_endpgm
KERNEL(in_a_loop, for (size_t i = t; i < n; i += m) {
    unsigned w = y[i];
    w += offload_lane_shuffle_down(w, 16);
    y[i] = w + offload_lane_shuffle_down(w, 8);
})

// ALL-LABEL: up$:
// ALL: v_cmp_lt_u32_e32 vcc{{(_lo)?}}, 7, [[LANE:v[0-9]+]]
// GFX9-NOT: v_cmp
// ALL: s_endpgm
KERNEL(up, v = offload_lane_shuffle_up(v, 8); v = offload_lane_id() < 8 ? 0 : v)

// ALL-LABEL: of_first$:
// ALL-NOT: exec
// ALL: v_readlane_b32 {{s[0-9]+}}, {{v[0-9]+}}, 0
// ALL-NOT: exec
// ALL: s_endpgm
KERNEL(of_first, v = offload_lane_shuffle(v, 0))

// ALL-LABEL: butterfly$:
// ALL-NOT: {{exec|ds_bpermute|v_cmp}}
// GFX9: row_ror:8
// GFX9: row_shl:4 row_mask:0xf bank_mask:0x5
// GFX9: row_shr:4 row_mask:0xf bank_mask:0xa
// GFX11: v_permlanex16_b32
// GFX11: row_ror:8
// GFX11: row_xmask:4
// ALL: quad_perm:[2,3,0,1]
// ALL: quad_perm:[1,0,3,2]
// ALL: row_half_mirror
// ALL-NOT: {{exec|ds_bpermute|v_cmp}}
// ALL: s_endpgm
KERNEL(butterfly,
#ifdef __GFX11__
       v += offload_lane_shuffle_xor(v, 16);
#endif
       for (unsigned o = 8; o; o >>= 1) v += offload_lane_shuffle_xor(v, o);
       v += offload_lane_shuffle_xor(v, 7))

// Lanes in a branch are asked for once.
// ALL-LABEL: in_a_branch$:
// ALL: s_and_saveexec
// GFX9: s_lshr_b64 vcc, exec, 16
// GFX9: s_lshr_b64 vcc, exec, 8
// GFX11: s_lshr_b32 vcc_lo, exec_lo, 16
// GFX11: s_lshr_b32 vcc_lo, exec_lo, 8
// ALL: s_endpgm
KERNEL(in_a_branch, if (v > m) for (unsigned o = 16; o > 4; o >>= 1) v += offload_lane_shuffle_down(v, o))

// How far is not known: the number of the lane that is read is compared with the number of lanes,
// before the loop where it is the same each time.
// ALL-LABEL: around$:
// ALL: s_bcnt1
// ALL: v_cndmask_b32
// ALL: ds_bpermute_b32
// ALL-NOT: v_cndmask_b32
// ALL: s_cbranch_scc
KERNEL(around, unsigned from = offload_lane_id() * m; for (unsigned i = 0; i < m; i++)
       v += offload_lane_shuffle(v, from))
