// groupprefix.h - runs the loop before the first lane function for whole blocks.
//
// Groups run one after the other (groups.h). In
//
//     for (i = offload_global_id(0); i < n; i += offload_global_size(0)) sum += x[i];
//     for (d = 16; d > 0; d /= 2) sum += offload_lane_shuffle_down(sum, d, 32);
//
// each group would go through the whole array, and read 128 bytes of each page. The first loop has
// no lane function. So it gets a function of its own, the prefix. That runs for all threads of a
// block before the groups do, in the order of memory (fullturns.h, loops/strips.h). Values of the
// loop that later code uses go through arrays:
//
//     the prefix    for (i = ...) sum += x[i];  left[thread] = sum;
//     the groups    sum = left[thread];  for (d = 16; ...
//
// A block alone may read few bytes of each page. So in a grid of one row, the prefix and the groups
// run for some neighbouring blocks at a time. If the code uses global ids only, one loop runs over
// the threads of all these blocks. Else, if the threads of the grid take turns at the array, the
// prefix works in parts: it does some turns of each block, then the next turns of each block, and
// so on. Between two parts, the values of a thread's loop are in the arrays.
#ifndef OC_GROUPPREFIX_H
#define OC_GROUPPREFIX_H

#include "ir/ir.h"

// Places in a body's memory, in bytes from its begin. They are after the two addresses that the
// runtime stores there (glue/preamble.h, blocks_fn). Each has 64 bits.
enum {
    OC_GROUPPREFIX_PLACE = 16, // the address of the arrays
    OC_GROUPPREFIX_BASE = 24,  // the global index in x of the first block's first thread
    OC_GROUPPREFIX_PART = 32,  // the number of the part that the prefix is to do
    OC_GROUPPREFIX_TURNS = 40, // how many turns a part has
    OC_GROUPPREFIX_MORE = 48   // the prefix sets it to 1 if turns are left after the part
};

struct oc_groupprefix {
    LLVMValueRef function; // the prefix, a body function (analysis/body.h); NULL: no prefix
    unsigned bytes;        // the size of the arrays
    unsigned threads;      // how many threads have room in the arrays
    unsigned turns;        // how many turns of each block a part has; 0: it does not work in parts
};

// Makes a prefix of the first loop of a group's code in which threads take turns by the grid or the
// block, and takes that loop out of the group's code. The code before the loop stays in both, so
// there is no prefix if it writes memory, or if it or the loop uses a block's variables, which
// `shared` lists. Call it before index calls are replaced.
struct oc_groupprefix oc_groupprefix_part(struct oc_ir *ir, LLVMValueRef of_lanes,
                                          const struct oc_values *shared);

#endif
