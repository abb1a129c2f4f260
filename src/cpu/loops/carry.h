// carry.h - passes values from the region that computes them to regions that use them.
//
// A uniform value is kept once, in a variable. Any other value is computed again if that is cheap,
// as for addresses and indices, also if one value that was loaded is needed for it, which is
// smaller or kept anyway; else it is kept in an array with an element for each thread (slots.h). A
// thread's stack variable is also kept in such an array, unless it is used in one region only.
#ifndef OC_CARRY_H
#define OC_CARRY_H

#include "cpu/loops/nest.h"

// The kind of metadata of a stack variable whose value no region needs from another one, or from
// its own turn before. All threads use one variable for it.
#define OC_SCRATCH_METADATA "offloadcc.scratch"

// Rewrites the uses, so that no instruction uses a value of another region, and no phi in a
// region's head has a value from outside of the region. Call it when oc_entering_plan was called
// and the blocks of the loops exist, but are not connected.
void oc_carry_values(struct oc_threads *threads);

// Moves a uniform value of a region, and what it is computed from, before the region's loops, if
// that can be. Returns whether it is there.
bool oc_carry_hoist(struct oc_threads *threads, size_t region, LLVMValueRef value);

// Whether oc_carry_values lets other regions compute a value again, from nothing that these nodes
// compute.
bool oc_carry_recomputes(const struct oc_threads *threads, LLVMValueRef value,
                         struct oc_bits nodes);

// Whether oc_carry_values can keep the thread's stack variables: their sizes must be constant, and
// their alignments at most OC_SLOT_ALIGNMENT.
bool oc_carry_possible(const struct oc_values *privates);

#endif
