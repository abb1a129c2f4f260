// carry.h - values that one region defines and another uses.
//
// Uniform ones are kept once, in variables. Others are computed again where that is cheap, such as
// addresses and indices, or kept in an array with an element for each thread (slots.h). So is a
// thread's stack variable, unless it lives in one region only.
#ifndef OC_CARRY_H
#define OC_CARRY_H

#include "cpu/loops/nest.h"

// After this no instruction uses a value of another region, and no region's head has a phi with a
// value from outside of the region. The plan (entering.h) and the loops' shells exist; nothing is
// connected yet.
void oc_carry_values(struct oc_threads *threads);

// Whether oc_carry_values can keep the thread's stack variables.
bool oc_carry_possible(const struct oc_values *privates);

#endif
