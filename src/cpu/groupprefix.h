// groupprefix.h - what threads do before their first lane function, for whole blocks.
//
// Groups run one after the other (groups.h). In
//
//     for (i = offload_global_id(0); i < n; i += offload_global_size(0)) sum += x[i];
//     for (d = 16; d > 0; d /= 2) sum += offload_lane_shuffle_down(sum, d, 32);
//
// each group would go through the whole array, and read 128 bytes of each page. The first loop
// needs no groups. So it gets a function of its own, which runs for all threads of a block before
// the groups do, in the order of memory (fullturns.h, loops/strips.h). Values of the loop
// that later code uses go through arrays:
//
//     the prefix    for (i = ...) sum += x[i];  left[thread] = sum;
//     the groups    sum = left[thread];  for (d = 16; ...
#ifndef OC_GROUPPREFIX_H
#define OC_GROUPPREFIX_H

#include "ir/ir.h"

// Where the address of the arrays is in a body's memory, in bytes from its begin: after the two
// addresses that the runtime stores there (glue/preamble.h, blocks_fn).
enum { OC_GROUPPREFIX_PLACE = 16 };

struct oc_groupprefix {
    LLVMValueRef function; // a body function (analysis/body.h), for one block at a time; NULL: none
    unsigned bytes;        // of the arrays
};

// Takes the first loop in which threads take turns by the grid or the block out of a group's code,
// in which nothing stands for index calls yet. The code before the loop stays in both. It must not
// change memory, and neither may use the variables in `shared`, a block's.
struct oc_groupprefix oc_groupprefix_part(struct oc_ir *ir, LLVMValueRef of_lanes,
                                          const struct oc_values *shared);

#endif
