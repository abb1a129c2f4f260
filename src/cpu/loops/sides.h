// sides.h - which side of a branch in a region's code does the work, and whether the threads that
// take the other side do nothing.
#ifndef OC_SIDES_H
#define OC_SIDES_H

#include "cpu/loops/guards.h"

// Finds the successor, 0 or 1, of a block's conditional branch that most of the code belongs to.
// Sets *ends to whether the other side does nothing but end the program, as where a check fails.
// Returns false if there is no such branch, or if both sides do something.
bool oc_sides_find(const struct oc_guards *guards, LLVMBasicBlockRef block, unsigned *working,
                   bool *ends);

// Whether a block does more than compute values; and whether a thread that goes from `from` to a
// block does nothing more until its end. Nor has a thread done anything since it began with the
// loop over threads, so what it puts back where it was loaded changes nothing.
bool oc_sides_has_effect(LLVMBasicBlockRef block);
bool oc_sides_is_idle(const struct oc_guards *guards, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef block);

#endif
