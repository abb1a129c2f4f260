// room.h - GPUs: limits the registers of kernels, so that blocks of the sizes in launches can
// start.
//
// A block whose threads need more registers than there are does not start, and the program stops.
// ptxas gives a thread as many registers as make it fast, and nvcc's users write __launch_bounds__
// to limit them. Here the launches themselves say how many threads there will be, if their
// .block_size is constant. Kernels can also be launched from other files, with other sizes: so the
// size of blocks is not limited, only the number of registers. Users may ask for waves, too.
#ifndef OC_ROOM_H
#define OC_ROOM_H

#include "device/targets/lowering.h"
#include "ir/ir.h"
#include "model/unit.h"

// Gives the entries of such kernels an attribute with the limit of registers. A kernel with
// offload_block_limit gets an attribute that limits the size of its blocks instead. One with
// amdgpu_waves_per_eu gets LLVM's.
void oc_room_for_blocks(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_block_room *room);

#endif
