// The lane functions are instructions, of 32 lanes on NVIDIA GPUs and of 32 or 64 on AMD's.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90,gfx906,gfx90a,gfx1030,gfx1100 --offload-artifacts=%t %s
// RUN: env PATH=/usr/bin:/bin %offloadcc -O2 --device-only --offload-arch=sm_70 --offload-artifacts=%t-70 %s
// RUN: FileCheck --check-prefix=PTX %s < %t-70/lanes.c-*/sm_70.ptx
// RUN: FileCheck --check-prefix=PTX %s < %t/lanes.c-*/sm_90.ptx
// RUN: llvm-objdump -d %t/lanes.c-*/gfx906.hsaco | FileCheck --check-prefixes=AMD,W64 %s
// RUN: llvm-objdump -d %t/lanes.c-*/gfx90a.hsaco | FileCheck --check-prefixes=AMD,W64 %s
// RUN: llvm-objdump -d %t/lanes.c-*/gfx1030.hsaco | FileCheck --check-prefixes=AMD,W32 %s
// RUN: llvm-objdump -d %t/lanes.c-*/gfx1100.hsaco | FileCheck --check-prefixes=AMD,W32 %s
#include <offload.h>

offload_kernel void counts(int n, unsigned x[n])
{
    x[0] = offload_lane_count();
    x[offload_thread_id(0)] = offload_lane_id();
}
// PTX-LABEL: .entry counts$(
// PTX: 32;
// PTX: %laneid
// AMD-LABEL: <counts$>:
// W64: mov_b32{{.*}}, 64
// W32: mov_b32{{.*}}, 32

offload_kernel void shuffles(int n, double x[n], int y[n])
{
    unsigned i = offload_thread_id(0);
    x[i] += offload_lane_shuffle_down(x[i], 4);
    y[i] += offload_lane_shuffle_xor(y[i], 1);
    y[i] += offload_lane_shuffle_up(y[i], 2);
    y[i] += offload_lane_shuffle(y[i], 3);
}
// PTX-LABEL: .entry shuffles$(
// PTX: shfl.sync.down.b32
// PTX: shfl.sync.down.b32
// PTX: shfl.sync.bfly.b32
// PTX: shfl.sync.up.b32
// PTX: shfl.sync.idx.b32
// AMD-LABEL: <shuffles$>:
// AMD-DAG: ds_bpermute_b32
// AMD-DAG: ds_bpermute_b32
// AMD-DAG: ds_bpermute_b32
// AMD-DAG: quad_perm:[1,0,3,2]
// AMD: v_readlane_b32 {{s[0-9]+}}, {{v[0-9]+}}, 3

offload_kernel void votes(int n, unsigned long x[n])
{
    unsigned i = offload_thread_id(0);
    unsigned long small = x[i];
    x[i] = offload_lane_ballot(small < 5);
}
// PTX-LABEL: .entry votes$(
// PTX: vote.sync.ballot.b32
// PTX: cvt.u64.u32
// AMD-LABEL: <votes$>:
// AMD: v_cmp_{{[a-z]+}}_u64
