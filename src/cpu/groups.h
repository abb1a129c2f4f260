// groups.h - kernels with lane functions: loops run one group of lanes after the other.
//
// Lane functions make threads wait for their group alone. So for the loops a group is what a block
// is elsewhere: all lanes have to meet the same lane functions, but one group need not meet those
// of another (`for (row = group; row < n; row += groups)`). It has as many threads as there are
// lanes, a constant, in one row. That needs blocks whose size in x is a multiple of the number of
// lanes; other blocks are left to the code for whole blocks.
//
// Where there are barriers too, each group of a block becomes a coroutine, which waits at them
// (fibres/coroutine.h). Shared variables are then thread-local, since several functions use them.
#ifndef OC_GROUPS_H
#define OC_GROUPS_H

#include "cpu/analysis/body.h"

struct oc_groups {
    LLVMValueRef function; // runs one group, as a body function (body.h); NULL: there is none
    unsigned lanes;        // of a group
    bool waits;            // at barriers
};

// Makes such a function of a copy of a body, with lane functions expanded (lanegroups.h). Their
// arrays are added to `shared`. Returns false after a reported failure.
bool oc_groups_make(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared,
                    struct oc_groups *out);

// Whether loops can be made of it with its barriers kept: a barrier is alone on the way to what
// follows.
bool oc_groups_keep_barriers(const struct oc_body *body);

// Has the function `blocks` (glue.h) choose at run time between each function that it calls to run
// blocks and `groups`, of which loops have been made. `run`: the function, or its coroutine. bytes:
// that a group which waits needs of the block's memory. Adds the functions that choose to
// `choices`.
void oc_groups_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef blocks,
                       LLVMValueRef run, size_t bytes, struct oc_values *choices);

// The arguments of each call of the function, which are constants. The loops ask for them too.
void oc_groups_set_constants(struct oc_ir *ir, const struct oc_groups *groups);

#endif
