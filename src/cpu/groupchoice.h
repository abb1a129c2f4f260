// groupchoice.h - chooses at run time whether the code for groups of lanes runs a grid's blocks.
//
// That code (groups.h) is for blocks that consist of whole groups, in grids that are not too large.
// Other blocks run the body's own code. If there is a prefix (groupprefix.h), it runs before the
// groups do.
#ifndef OC_GROUPCHOICE_H
#define OC_GROUPCHOICE_H

#include "cpu/groups.h"

// Has each call of a body choose at run time between the body and groups->of_groups. The call is
// one of of_groups alone if that can run all blocks. Adds the function that chooses to `choices`.
void oc_groupchoice_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef body,
                            struct oc_values *choices);

#endif
