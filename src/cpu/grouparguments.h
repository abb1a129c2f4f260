// grouparguments.h - groups of lanes read the kernel's arguments once.
//
// The code of one group is inlined into that of a block's threads, which are groups (groups.h), and
// begins by loading the arguments. To LLVM, what a group stores might change them. So each group
// would load them again, and an address would not count as the same for all groups (totals.h).
#ifndef OC_GROUPARGUMENTS_H
#define OC_GROUPARGUMENTS_H

#include "ir/ir.h"

// Moves the loads of arguments in a body function to its begin. Nothing writes there in a launch.
void oc_grouparguments_load_first(struct oc_ir *ir, LLVMValueRef function);

#endif
