// repeats.h - whether threads can do a turn of a loop again, with the same results, in the lanes of
// vectors.
#ifndef OC_REPEATS_H
#define OC_REPEATS_H

#include "cpu/analysis/uniform.h"

// Of a loop with this turn (oc_body_of_loop), in which `turn` says what all threads have in common.
// Loads must be of what neighbouring threads of the row x have beside each other, or in common.
bool oc_repeats_can(const struct oc_uniform *turn, LLVMValueRef x);

// Whether vectors can do all that the code does, and it changes no memory.
bool oc_repeats_suits(const struct oc_uniform *uniform, LLVMValueRef x);

// Whether a turn loads.
bool oc_repeats_loads(const struct oc_uniform *turn);

// Moves loads to before the loop, if nothing in the loop has an effect: those in the loop's first
// block that load from the same place in each turn. The loop's first block must have exactly one
// predecessor outside of the loop.
void oc_repeats_hoist(LLVMBuilderRef builder, const struct oc_body *body, struct oc_bits loop,
                      unsigned head);

#endif
