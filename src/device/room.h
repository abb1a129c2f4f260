// room.h - GPUs: blocks of the sizes that launches name have room for their registers.
//
// A block whose threads need more registers than there are does not start, and the program stops.
// ptxas takes as many for a thread as are good for it; nvcc's users say by __launch_bounds__ that
// there will be so many threads. Here the launches say so themselves, where their .block_size is
// constant. Kernels can be launched from other files too, with other sizes: so this is not a limit
// of the block's size, only one of the registers.
#ifndef OC_ROOM_H
#define OC_ROOM_H

#include "device/targets/lowering.h"
#include "ir/ir.h"
#include "model/unit.h"

// A kernel with offload_block_limit has such a limit: the code is made for blocks of that size.
//
// Marks the entries of kernels that this concerns.
void oc_room_for_blocks(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_block_room *room);

#endif
