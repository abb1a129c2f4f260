// longgroups.h - code for groups of lanes (groups.h) with very many steps.
//
// LLVM's optimiser makes vectors of the loops over lanes late, and then takes them apart to
// straight code, of which each loop leaves a block. For each value of a block, InstCombine asks the
// blocks that dominate it, which are all before it: its time grows with the square of the steps, 3
// of 4 seconds for 200. Here the same passes run first, and the blocks become one.
#ifndef OC_LONGGROUPS_H
#define OC_LONGGROUPS_H

#include "ir/ir.h"

// Makes straight code of the loops of functions that consist of very many small ones. `machine` is
// one of the functions' target. Call it last. Returns false after a reported failure.
bool oc_longgroups_straighten(struct oc_ir *ir, LLVMTargetMachineRef machine);

// Whether there are such functions.
bool oc_longgroups_are_in(struct oc_ir *ir);

#endif
