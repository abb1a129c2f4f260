// groupturns.h - loops in which groups of lanes take turns.
//
// In `for (row = global_id / 32; row < rows; row += global_size / 32)` each group goes through the
// rows by itself, and groups run one after the other (groups.h). So each turn would be in another
// page of memory. stride.h makes the loop's control the same for all groups, and the loops over
// groups can go inside of it (loops/strips.h):
//
//     for (k = 0; k < rows; k += groups)
//         for each group: if (group + k < rows) ...
#ifndef OC_GROUPTURNS_H
#define OC_GROUPTURNS_H

#include "ir/ir.h"

// Changes such loops of a group's code, which asks for the group's place by functions of other
// names. Its loops must have their conditions at the beginning. `lanes`: of a group.
void oc_groupturns_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
