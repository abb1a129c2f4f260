// inside.h - code of its own for a kernel's blocks that are inside of its arrays.
//
// Such blocks need no shared arrays that only copy others (tiles.h), or none of their threads
// returns before a barrier or a lane function (returns.h).
#ifndef OC_INSIDE_H
#define OC_INSIDE_H

#include "ir/ir.h"
#include "model/unit.h"

// Makes `body` the code for such blocks, for one of the block sizes that the file's launches name.
// LLVM has still to fold what is left of tiles and returns in it. A copy takes the name and the
// calls of the body, and runs the other blocks. `blocks` is the function that calls the body
// (glue.h), `shared` are the module's shared variables. Returns false, and changes nothing, where
// no such code can be made.
bool oc_inside_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                    LLVMValueRef blocks, const struct oc_values *shared);

#endif
