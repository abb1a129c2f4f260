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
//
// In a grid of one row, both run for some neighbouring blocks at a time: a block alone may read few
// bytes of each page. Where the code asks for nothing but global ids, one loop runs over the
// threads of these blocks. Else the prefix does some turns of each block, then the next turns, and
// so on, if the threads of the grid take turns: what a thread's loop keeps is in the arrays
// meanwhile.
#ifndef OC_GROUPPREFIX_H
#define OC_GROUPPREFIX_H

#include "ir/ir.h"

// Where the address of the arrays is in a body's memory, in bytes from its begin: after the two
// addresses that the runtime stores there (glue/preamble.h, blocks_fn). After it are, of 64 bits
// each: the global index in x with which the first of the blocks begins; the number of the part
// that the prefix is to do, and how many turns a part has; and a number that the prefix changes to
// 1 if turns are left after it.
enum {
    OC_GROUPPREFIX_PLACE = 16,
    OC_GROUPPREFIX_BASE = 24,
    OC_GROUPPREFIX_PART = 32,
    OC_GROUPPREFIX_TURNS = 40,
    OC_GROUPPREFIX_MORE = 48
};

struct oc_groupprefix {
    LLVMValueRef function; // a body function (analysis/body.h), for as many blocks; NULL: none
    unsigned bytes;        // of the arrays
    unsigned threads;      // that have room in them
    unsigned turns;        // 0, or it does so many turns of each block at a time
};

// Takes the first loop in which threads take turns by the grid or the block out of a group's code,
// in which nothing stands for index calls yet. The code before the loop stays in both. It must not
// change memory, and neither may use the variables in `shared`, a block's.
struct oc_groupprefix oc_groupprefix_part(struct oc_ir *ir, LLVMValueRef of_lanes,
                                          const struct oc_values *shared);

#endif
