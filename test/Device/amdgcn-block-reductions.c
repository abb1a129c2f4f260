// Reductions over a block exchange values by DPP on AMD GPUs, without addresses and comparisons of
// lanes' numbers, and need no vector registers for them. A minimum or maximum has no instruction
// that quiets NaNs.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1100 -save-temps=obj -Wno-offload-no-image --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=ALL,GFX9 %s < %t/*/gfx90a.s
// RUN: FileCheck --check-prefixes=ALL,GFX11 %s < %t/*/gfx1100.s
#include <offload.h>

#define REDUCE(T, operation)                                                                       \
    offload_kernel void operation##_##T(size_t n, T x[n])                                          \
    {                                                                                              \
        T all = offload_block_reduce_##operation(x[offload_thread_id(0)]);                         \
        if (offload_thread_id(0) == 0)                                                             \
            x[offload_block_id(0)] = all;                                                          \
    }

// ALL-LABEL: add_int$:
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// GFX9: ds_swizzle_b32 {{.*}} offset:swizzle(SWAP,16)
// GFX11: v_permlanex16_b32
// ALL: v_add_{{(nc_)?}}u32_dpp {{.*}} row_shl:8
// ALL: v_add_{{(nc_)?}}u32_dpp {{.*}} row_shl:4
// ALL: v_add_{{(nc_)?}}u32_dpp {{.*}} row_shl:2
// ALL: row_shl:1
// ALL: s_barrier
// ALL: v_add_{{(nc_)?}}u32_dpp {{.*}} row_shl:8
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// ALL: s_endpgm
// ALL: .amdhsa_group_segment_fixed_size 132
REDUCE(int, add)

// Where a lane is missing, 0 is subtracted: -0 + 0 would be 0.
// ALL-LABEL: add_float$:
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// ALL: v_sub_f32_e32 [[OWN:v[0-9]+]],
// ALL: v_xor_b32_e32 [[OTHER:v[0-9]+]], 0x80000000, [[OWN]]
// ALL: v_subrev_f32_dpp {{v[0-9]+}}, [[OTHER]], [[OWN]] row_shl:8 {{.*}} bound_ctrl:1
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// ALL: s_endpgm
REDUCE(float, add)

// ALL-LABEL: max_float$:
// ALL-NOT: {{ds_bpermute|v_max_f32}}
// ALL: v_max_u32_dpp {{.*}} row_shl:8 {{.*}} bound_ctrl:1
// ALL-NOT: {{ds_bpermute|v_max_f32}}
// ALL: s_endpgm
REDUCE(float, max)

// ALL-LABEL: min_int$:
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// ALL: v_max_u32_dpp {{.*}} row_shl:8 {{.*}} bound_ctrl:1
// ALL-NOT: {{ds_bpermute|v_cndmask}}
// ALL: s_endpgm
REDUCE(int, min)

// ALL-LABEL: min_double$:
// ALL-NOT: {{ds_bpermute|v_cmp_[a-z]+_f64}}
// ALL: v_mov_b32_dpp {{.*}} row_shl:8 {{.*}} bound_ctrl:1
// ALL: v_cmp_gt_u64
// ALL-NOT: {{ds_bpermute|v_cmp_[a-z]+_f64}}
// ALL: s_endpgm
REDUCE(double, min)
