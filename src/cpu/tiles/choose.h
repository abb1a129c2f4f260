// choose.h - the function that has each run of blocks done by one of two kinds of code.
//
// The direct code is for blocks that have all that a trace needs: it has no tiles (tiles.h), or no
// thread returns from it before a barrier (returns.h). The general code is for all blocks.
#ifndef OC_CHOOSE_H
#define OC_CHOOSE_H

#include "cpu/tiles/trace.h"

// The call by which the function `blocks` (glue.h) has a body run blocks of a size. NULL: it has no
// code of its own for that size.
LLVMValueRef oc_choose_call(struct oc_ir *ir, LLVMValueRef blocks, LLVMValueRef body,
                            const unsigned size[3]);

// Has that call run a function that chooses by the needs of a trace. `body` is to become the direct
// code. A copy of it is the general code, and takes the name and the other calls of the body.
// must_stay: for each memory of the trace, whether blocks may only be direct if the launch does not
// write it. Returns false, and changes nothing, if the trace's polynomials could overflow at run
// time, or the body cannot be copied.
bool oc_choose_install(struct oc_ir *ir, const struct oc_trace *trace, const bool *must_stay,
                       LLVMValueRef body, LLVMValueRef call);

#endif
