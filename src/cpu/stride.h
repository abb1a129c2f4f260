// stride.h - loops in which threads take turns at the elements of an array.
//
// In `for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))` each thread has a
// counter of its own, so LLVM sees one loop over distant elements for each thread. Written as
//
//     for (size_t k = 0; k < n; k += offload_global_size(0))
//         if (offload_global_id(0) + k < n) ...
//
// the loop's control is the same for all threads, and strips.h can put the loop outside of the x
// loop. Neighbouring threads then access neighbouring elements. A thread may have an idle iteration
// at the end; its own iterations keep their order. No program runs long enough for a 64-bit counter
// to wrap. A 32-bit counter may wrap, and its loop is not changed, unless C rules that out, as with
// two ints in `i += stride`, or the counter is the index of an array: `i += gridDim.x * blockDim.x`
// in CUDA's programs, which has no sign. Where such a counter wraps, the array has almost 2^31
// elements, or 2^32, and the thread would begin again at others' elements or before the array. A
// start that wraps is taken as it is. The counter, the step and the bound may have different types:
// an int below a size_t, a long with steps of an int.
#ifndef OC_STRIDE_H
#define OC_STRIDE_H

#include "ir/ir.h"

// Rewrites such loops over the grid or a block in a function with a thread's code. Its variables
// must have been promoted to registers, and its loops must have their conditions at the beginning.
// Loops that can be left in other ways are not changed.
void oc_stride_loops(struct oc_ir *ir, LLVMValueRef function);

// The same where the function's indices are those of groups of lanes (groupturns.h).
void oc_stride_loops_of_groups(struct oc_ir *ir, LLVMValueRef function);

// Such a loop, whose threads are those of the grid or of a block. Control leaves it at its header.
struct oc_stride_turns {
    LLVMBasicBlockRef before, header, exit; // `before` branches to the header
    LLVMValueRef counter;                   // a phi of the header
    LLVMValueRef step;
};

// Finds the first one. Its control is not changed but for how it is written (turnforms.h), and what
// is computed before it. Returns whether there is one.
bool oc_stride_find(struct oc_ir *ir, LLVMValueRef function, struct oc_stride_turns *out);

// Some of a loop's turns.
struct oc_stride_part {
    LLVMValueRef
        number;         // of 64 bits, the same for all threads, and known before the thread's code:
    LLVMValueRef turns; // the part begins with turn number * turns, and has so many turns
    LLVMValueRef more;  // set: a bit, for the loop's exit: there are turns after these
};

// Rewrites the loop that oc_stride_find finds, so that it does a part of its turns. Its header's
// phis but the counter are to begin with what the turns before have left.
void oc_stride_rewrite_part(struct oc_ir *ir, LLVMValueRef function, struct oc_stride_part *part);

#endif
