// fullturns.h - makes loops of their own of the full turns of a loop, in which no thread is idle.
//
// Where threads take turns at the elements of an array (stride.h), all turns are full but the last
// one, in which some threads may have no element. So
//
//     for (turn = 0; turn + least < n; turn += threads)
//         if (start + turn < n) ...
//
// becomes two loops. The first is for full turns, and has no comparison for each thread:
//
//     for (turn = 0; turn + most < n; turn += threads) ...
//     for (; turn + least < n; turn += threads)
//         if (start + turn < n) ...
//
// Without the comparison, a thread's sum stays in a vector register. If the loop adds up what it
// loads, and does little else, there is a third loop before these two. It does several turns at
// once:
//
//     for (turn = 0; turn + most + threads < n; turn += 2 * threads)
//         sum = sum + x[start + turn] + x[start + turn + threads];
//
// The sums of many threads do not fit in registers. The third loop loads and stores each sum once
// for several turns, and reads several places of the array at the same time. There is no third loop
// where one turn reads two places of a page (turnbounds.h). In a part of the turns (groupprefix.h),
// the other two are skipped if no turn is left.
#ifndef OC_FULLTURNS_H
#define OC_FULLTURNS_H

#include "ir/ir.h"

// A loop that stride.c has rewritten. Its header has phis, the sum, its comparison with a bound,
// and a branch to `check` or out of the loop.
struct oc_turns_loop {
    LLVMBasicBlockRef before, header; // before: the block that branches to the header
    LLVMBasicBlockRef check; // asks whether the thread has an element; if so, goes to its branch's
                             // first successor
    LLVMBasicBlockRef end;   // the end of a turn, which branches to the header
    struct oc_values blocks; // all blocks of the loop, as values
    LLVMValueRef sum;        // turn + least, of 64 bits
    LLVMValueRef next;       // the addition that computes the next turn
    LLVMValueRef start;      // a thread's first index, of 64 bits
    bool may_wait;           // it does a part of the turns, and may have barriers between them
    LLVMValueRef more;       // of a part: a value of the header that later code is to use
};

// Puts the loops for full turns before a loop. Does so only if the greatest start of all threads
// can be computed from the sizes of the launch, and if the loop's code is short and has no barrier.
// Sets `more` to what it is after all of them.
void oc_fullturns_split(struct oc_ir *ir, LLVMBuilderRef builder, struct oc_turns_loop *loop);

#endif
