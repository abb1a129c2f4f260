// groups.h - kernels with lane functions: loops run one group of lanes after the other, and the
// lanes of a group inside.
//
// Lane functions make threads wait for their group alone. So loops are made twice. First of the
// code of one group, as if it were a block: all its lanes have to meet the same lane functions, but
// one group need not meet those of another (`for (row = group; row < n; row += groups)`). It has as
// many threads as there are lanes, a constant, in one row. Barriers stay in it, once for the group.
// Then of the code of a block, whose threads are the groups: the barriers cut that. What a group
// keeps from one lane function to the next is a variable of such a thread.
//
// That needs blocks whose size in x is a multiple of the number of lanes; others are left to the
// code for whole blocks.
#ifndef OC_GROUPS_H
#define OC_GROUPS_H

#include "cpu/analysis/body.h"

// Body functions (body.h). The group's is a copy of the kernel's, with lane functions expanded
// (lanegroups.h). In place of the launch's indices it asks for those of the group, by functions of
// other names, which the block's resolves.
struct oc_groups {
    LLVMValueRef of_lanes;  // runs one group; NULL: there is none
    LLVMValueRef of_groups; // runs blocks, whose sizes in x are numbers of groups
    unsigned lanes;         // of a group
    bool waits;             // there are barriers
};

// Makes the functions, if a body has lane functions. The arrays of these are added to `shared`.
// Returns false after a reported failure.
bool oc_groups_make(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared,
                    struct oc_groups *out);

// Removes them.
void oc_groups_drop(struct oc_groups *groups);

// Whether loops can be made of the group's code with its barriers kept: a barrier is alone on the
// way to what follows.
bool oc_groups_keep_barriers(const struct oc_body *body);

// Inlines the group's function, of which loops have been made, into the block's. It needs so many
// bytes of memory. Returns false after a reported failure; the functions are removed if that cannot
// be done.
bool oc_groups_put_together(struct oc_ir *ir, size_t bytes, struct oc_groups *groups);

// Has the function `blocks` (glue.h) choose at run time between each function that it calls to run
// blocks and of_groups. Adds the functions that choose to `choices`.
void oc_groups_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef blocks,
                       struct oc_values *choices);

#endif
