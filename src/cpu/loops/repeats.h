// repeats.h - whether threads can do a turn of a loop again, with the same results, in the lanes of
// vectors.
#ifndef OC_REPEATS_H
#define OC_REPEATS_H

#include "cpu/analysis/uniform.h"

// Of the loop with these nodes, in which no other loop may be. `loads`: it may load what
// neighbouring threads of the row x have beside each other, or in common.
bool oc_repeats_can(const struct oc_body *body, struct oc_bits loop, unsigned head,
                    const struct oc_uniform *uniform, LLVMValueRef x, bool loads);

// Moves loads to before the loop, if nothing in the loop has an effect: those in the loop's first
// block that load from the same place in each turn. The loop's first block must have exactly one
// predecessor outside of the loop.
void oc_repeats_hoist(LLVMBuilderRef builder, const struct oc_body *body, struct oc_bits loop,
                      unsigned head);

#endif
