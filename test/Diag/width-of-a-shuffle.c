// A width parts a group of lanes into equal parts. On GPUs with 64 lanes, a mask has 8 bytes: CUDA's
// 0xffffffff would leave out half of the lanes.
//
// RUN: not %offloadcc --offload-arch=none -DWIDTH=12 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WIDTH %s
// RUN: not %offloadcc --offload-arch=gfx90a -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MASK %s
// RUN: not %offloadcc --offload-arch=gfx1100 -mwavefrontsize64 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MASK %s
// RUN: %offloadcc --offload-arch=sm_90,gfx1100 -Werror -c %s -o %t.o
#include <offload.h>
#ifndef WIDTH
#define WIDTH 16
#endif

offload_kernel void parts(int n, unsigned x[n])
{
    // WIDTH: [[#@LINE+1]]:12: error: a width is the number of lanes in a part of the group: 1, 2, 4, 8, 16, 32 or 64
    x[0] = offload_lane_shuffle_down(x[0], 1, WIDTH);
    // MASK: [[#@LINE+1]]:12: error: a mask has 8 bytes on GPUs with 64 lanes: make it an unsigned long, or write offload_all_lanes for all lanes; the mask of the half that a lane is in is 0xfffffffful << (offload_lane_id() & 32)
    x[1] = offload_lane_shuffle(x[1], 0, WIDTH, 0xffffffff);
    // MASK: [[#@LINE+1]]:22: error: a mask has 8 bytes on GPUs with 64 lanes: make it an unsigned long, or write offload_all_lanes for all lanes
    x[2] = (unsigned)offload_lane_ballot(x[2] > 3, 0xffu);
    // MASK: [[#@LINE+1]]:5: error: a mask has 8 bytes on GPUs with 64 lanes
    offload_lanes_sync(0xffffffff);
}
