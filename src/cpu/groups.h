// groups.h - kernels with lane functions: loops run one group of lanes after the other, and the
// lanes of a group inside.
//
// Lane functions make a thread wait for its group, and not for the block. So loops are made twice:
//
//     over the lanes     of the code of one group, as if the group were a block with one row of
//                        threads. All lanes of a group have to meet the same lane functions. Groups
//                        may meet different ones (`for (row = group; row < n; row += groups)`).
//                        Barriers stay in this code, once for the group.
//     over the groups    of the code of a block, as if its groups were threads. The code is cut at
//                        barriers. A group's variables become variables of such a thread.
//
// That needs blocks whose size in x is a multiple of the number of lanes. If the file's launches
// name no such block, but one whose number of threads is a multiple, the code is for blocks of that
// size, as if their threads were in one row (onerow.h). Other blocks are left to the code for whole
// blocks. If no loops can be made of that, they get code for groups, too, which is for blocks of
// any size and slower.
#ifndef OC_GROUPS_H
#define OC_GROUPS_H

#include "cpu/analysis/body.h"
#include "cpu/groupcounts.h"
#include "cpu/groupprefix.h"
#include "model/unit.h"

// The most threads of a grid in x that are run by the group. So LLVM knows that an index which is
// converted to int is not negative: only then do all lanes have the same quotient.
#define OC_GROUPS_MAX_INDEX (1ul << 31)

// Body functions (body.h). The group's is a copy of the kernel's, with steps in place of lane
// functions (groupsteps.h). In place of the launch's indices it asks for those of the group, by
// functions of other names, which the block's resolves.
struct oc_groups {
    LLVMValueRef of_lanes;        // runs one group; NULL if there are no such functions
    LLVMValueRef of_groups;       // runs blocks, whose sizes in x are numbers of groups
    struct oc_groupprefix prefix; // what runs for a block before its groups do
    struct oc_groupcounts counts; // what runs after that
    unsigned lanes;               // of a group
    bool waits;                   // there are barriers
    const unsigned *row_of;       // the size of blocks that are run as one row; NULL: of any size
    bool are_any;                 // blocks of all sizes are run as one row
};

struct oc_groups_request {
    const struct oc_kernel *kernel;
    LLVMValueRef body;
    bool only_returns; // (oc_returned_go_on)
    bool of_any;       // for blocks of any size
};

// Makes the functions, if a body has lane functions. The arrays of these are added to `arrays`.
// `shared`: the variables of a block. Returns false after a reported failure.
bool oc_groups_make(struct oc_ir *ir, const struct oc_groups_request *request,
                    struct oc_values *shared, struct oc_values *arrays, struct oc_groups *out);

// Removes them.
void oc_groups_drop(struct oc_groups *groups);

// Has the group's code ask for the group's place before the code of threads begins: what it is told
// is the same for all lanes.
void oc_groups_ask_first(struct oc_ir *ir, const struct oc_groups *groups);

// Returns the power of two that a group's index or size is less than. `name`: of the function that
// returns the index or size. Returns 0 if there is no such limit, or the function returns neither.
unsigned long oc_groups_end_of_index(const char *name, unsigned lanes);

// Whether loops can be made of the group's code with its barriers kept: a barrier is alone on the
// way to what follows.
bool oc_groups_keep_barriers(const struct oc_body *body);

// Inlines the group's function, of which loops have been made, into the block's. It needs so many
// bytes of memory. Returns false after a reported failure; the functions are removed if that cannot
// be done.
bool oc_groups_put_together(struct oc_ir *ir, size_t bytes, struct oc_groups *groups);

#endif
