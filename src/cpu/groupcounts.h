// groupcounts.h - groups of lanes that make room for what they store, with one atomic for many.
//
// In
//
//     if (lane == leader) start = offload_atomic_add(counter, count);
//     start = offload_lane_shuffle(start, leader, 32);
//     out[start + ...] = ...;
//
// every group of every core does an atomic operation on the same counter, and cores wait for each
// other. The order in which groups add to the counter has no meaning. So some blocks first run a
// copy of their code, which ends at the atomic and adds up the counts. Then one atomic makes room
// for all of these blocks. Last, they run their code with a counter of their own.
#ifndef OC_GROUPCOUNTS_H
#define OC_GROUPCOUNTS_H

#include "ir/ir.h"

// Places in a body's memory, in bytes from its begin. They are after the places of a prefix
// (groupprefix.h).
enum {
    OC_GROUPCOUNTS_ADDRESS = 48, // the counter's address
    OC_GROUPCOUNTS_OWN = 56 // the groups' own counter: it begins with 0 in the copy that counts,
                            // and with the first free place in the other code
};

// How many threads count together. A larger block counts alone.
enum { OC_GROUPCOUNTS_THREADS = 4096 };

struct oc_groupcounts {
    LLVMValueRef function; // a body function (analysis/body.h): the copy that counts; NULL: none
    LLVMTypeRef type;      // of the counter
};

// Makes the copy of a block's function whose threads are groups, and has the function itself add to
// the groups' own counter. Does so only if
// - the function has one atomic addition, and uses its result; if that is in a loop, such as one
// over
//   the lanes that vote for it (loops/voters.h), the loop changes nothing else, and what is added
//   does not depend on the results;
// - all blocks of the launch add to the same counter, and groups do not read it before;
// - groups do not write memory before the addition, and no lane has a loop of many turns before it.
struct oc_groupcounts oc_groupcounts_part(struct oc_ir *ir, LLVMValueRef of_groups);

// Makes plain operations of the atomics on the groups' own counter. Call it after the loops over
// threads have been made.
void oc_groupcounts_relax(struct oc_ir *ir, LLVMValueRef function);

#endif
