// tiles.h - sees through shared tiles: shared arrays to which a block only copies memory, so that
// its threads find what they need close by.
//
// On a GPU that saves memory traffic. A core's cache does that anyway, and a kernel without the
// copy has no barrier, so its x loop can run along whole rows of the grid. A tile is seen through
// where the trace of a block (trace.h) shows that each load from it gets what is at one address, of
// one form for all threads. That holds for blocks inside of an array. So the kernel's blocks are
// run by one more function, which looks at each block, and has runs of such blocks done by the
// direct code, and all others by the code with the tile. It looks once at the whole grid, too: the
// direct code may only be run where the launch writes nothing of what is copied.
#ifndef OC_TILES_H
#define OC_TILES_H

#include "ir/ir.h"
#include "model/unit.h"

// Where it can see through the tiles of a kernel with one of the block sizes that the file's
// launches name: makes `body` the direct code, in which LLVM has still to fold what the tile
// leaves. A copy takes the name and the calls of the body. For that block size, `blocks` (glue.h)
// calls the function that chooses. Returns false, and changes nothing, where it cannot.
bool oc_tiles_see_through(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                          LLVMValueRef blocks, const struct oc_values *shared);

#endif
