// carry.h - values that one region defines and another uses.
//
// Uniform ones are kept once, in variables that LLVM promotes to registers. Others are computed
// again where that is cheap, such as addresses and indices, or kept in an array with an element for
// each thread of the block, behind the body's memory. So is a thread's stack variable, unless it
// lives in one region only.
#ifndef OC_CARRY_H
#define OC_CARRY_H

#include "threads.h"

// Decides how the phis of heads get their values; before the shells are made. Sets `entering`, and
// `writing`.
void oc_carry_plan(struct oc_threads *threads);

// Whether a head's phi needs nothing done in its region: its value stays where it is.
bool oc_carry_keeps(const struct oc_threads *threads, LLVMValueRef phi);

// After this no instruction uses a value of another region, and no region's head has a phi with a
// value from outside of the region. The loops' shells exist; nothing is connected yet.
void oc_carry_values(struct oc_threads *threads);

// A variable of the whole body, for a uniform value.
LLVMValueRef oc_carry_variable(struct oc_threads *threads, LLVMTypeRef type);

// Whether oc_carry_values can keep the thread's stack variables.
bool oc_carry_possible(const struct oc_values *privates);

#endif
