// tiles.h - sees through shared tiles: shared arrays to which a block only copies memory, so that
// its threads find what they need close by.
//
// On a GPU that saves memory traffic. A core's cache does that anyway, and a kernel without the
// copy has no barrier, so its x loop can run along whole rows of the grid. A tile is seen through
// where the trace of a block (trace.h) shows that each load from it gets what is at one address, of
// one form for all threads. That holds for blocks inside of an array. So the kernel's blocks are
// run by one more function (choose.h). It has such blocks run by the direct code, and all others by
// the code with the tile. If the launch writes what is copied, all blocks are run by the code with
// the tile.
#ifndef OC_TILES_H
#define OC_TILES_H

#include "ir/ir.h"

// Where it can see through the tiles of a kernel: makes `body` the direct code. `call`: that runs
// blocks of this size (choose.h); `shared`: the module's shared variables. Returns false, and
// changes nothing, where it cannot.
bool oc_tiles_see_through(struct oc_ir *ir, LLVMValueRef body, LLVMValueRef call,
                          const struct oc_values *shared, const unsigned size[3]);

#endif
