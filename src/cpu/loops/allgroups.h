// allgroups.h - asks once whether all groups of a row do what groups are expected to do.
//
// A loop over the lanes of a group has been split where guards decide what lanes do (split.h), and
// the group asks whether they hold for all of its lanes. In most blocks they do so for all groups.
// So a loop over groups becomes
//
//     for each group: all &= the guards hold
//     if (all) for each group: the code, which does not ask
//     else     for each group: the code as it was
//
// The first loop only computes, and LLVM makes vectors of it.
#ifndef OC_ALLGROUPS_H
#define OC_ALLGROUPS_H

#include "cpu/loops/nest.h"

// Tells oc_allgroups_ask that control is expected to take the first way of a branch.
void oc_allgroups_expect(const struct oc_threads *threads, LLVMValueRef branch);

// Changes the x loop of a region whose loops are complete and connected, if its threads are groups.
void oc_allgroups_ask(struct oc_threads *threads, size_t region);

#endif
