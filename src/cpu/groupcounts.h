// groupcounts.h - groups of lanes that make room for what they store, with one atomic for many.
//
// In
//
//     if (lane == leader) start = offload_atomic_add(counter, count);
//     start = offload_lane_shuffle(start, leader, 32);
//     out[start + ...] = ...;
//
// the counter is one that all cores want, once for each group. It is all the same in which order
// groups come to it. So some blocks first count, by a copy of their code that ends at the atomic;
// then one atomic makes room for all of them, and they run with a counter of their own.
#ifndef OC_GROUPCOUNTS_H
#define OC_GROUPCOUNTS_H

#include "ir/ir.h"

// Places in a body's memory, in bytes from its begin, after those of a prefix (groupprefix.h): of
// the counter's address, and of the counter of the groups' own, which counts up from 0 in the copy
// and else from where there is room.
enum { OC_GROUPCOUNTS_ADDRESS = 48, OC_GROUPCOUNTS_OWN = 56 };

// So many threads count together, if a block has no more.
enum { OC_GROUPCOUNTS_THREADS = 4096 };

struct oc_groupcounts {
    LLVMValueRef function; // a body function (analysis/body.h): the copy that counts; NULL: none
    LLVMTypeRef type;      // of the counter
};

// Makes the copy, if a block's function, whose threads are groups, has one atomic addition to one
// counter of the whole launch, whose result is used, and groups change nothing before it. Then the
// function counts in the groups' own counter.
struct oc_groupcounts oc_groupcounts_part(struct oc_ir *ir, LLVMValueRef of_groups);

// Makes plain operations of the atomics on that counter, when loops have been made of the code.
void oc_groupcounts_relax(struct oc_ir *ir, LLVMValueRef function);

#endif
