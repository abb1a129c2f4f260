// waits.h - which functions of a module may wait at a barrier, or in a lane function on a CPU,
// themselves or in functions that they call.
#ifndef OC_WAITS_H
#define OC_WAITS_H

#include "ir/ir.h"

// The coroutine that a function `f` has become is called `f.fibre` (fibres.h). Returns a function's
// coroutine, or NULL if it has none.
#define OC_FIBRE_SUFFIX ".fibre"
LLVMValueRef oc_waits_fibre_of(struct oc_ir *ir, LLVMValueRef function);

// An attribute of a function that pointers of the host's may point to. Its value is the symbol by
// which the host's objects know the function (device/join.h).
#define OC_WAITS_ADDRESS "offloadcc-address"

struct oc_waits {
    struct oc_ir *ir;
    bool lanes_alone;           // only waiting in lane functions counts
    struct oc_values functions; // that may wait, also those that call such a function by a pointer
    struct oc_values pointed;   // those of them whose address is taken, without the glue's own, and
                                // all with the attribute
};

// Searches the whole module, from its barriers up to all callers, also those of kernels.
void oc_waits_find(struct oc_ir *ir, struct oc_waits *out);

// The same from its lane functions alone, and from coroutines that have some.
void oc_waits_find_lanes(struct oc_ir *ir, struct oc_waits *out);

// Whether a function waits by itself: it is a barrier or a lane function.
bool oc_waits_begins(LLVMValueRef function);

// Whether a call may wait: it calls the barrier or a lane function, or a function that may wait, or
// calls through a pointer and has the type of a function in `pointed`.
bool oc_waits_call(const struct oc_waits *waits, LLVMValueRef call);

// Calls the barrier of a block's threads at the builder's position.
void oc_waits_build_barrier(struct oc_ir *ir, LLVMBuilderRef builder);

// Whether an instruction calls a barrier, of threads or of groups of lanes.
bool oc_waits_for_block(LLVMValueRef instruction);

// Whether an instruction calls a lane function that waits for the group (offload_lanes.h, on a
// CPU).
bool oc_waits_for_lanes(LLVMValueRef instruction);

// Whether an instruction calls what says that the next lane function has a mask (cpu/awaits.h).
bool oc_waits_is_await(LLVMValueRef instruction);

// Whether a call is through a pointer that may point to this function, by its type.
bool oc_waits_may_be(LLVMValueRef call, LLVMValueRef function);

#endif
