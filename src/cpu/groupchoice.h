// groupchoice.h - chooses at run time whether blocks are run by groups of lanes.
//
// Groups of lanes (groups.h) run blocks of whole groups, in grids that are not too large. Before
// them, their prefix runs, if there is one (groupprefix.h).
#ifndef OC_GROUPCHOICE_H
#define OC_GROUPCHOICE_H

#include "cpu/groups.h"

// Has all calls of a body choose at run time between it and of_groups, or call of_groups if that
// can run all blocks. Adds the function that does so to `choices`.
void oc_groupchoice_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef body,
                            struct oc_values *choices);

#endif
