// fullturns.h - the turns of a loop in which no thread is idle.
//
// Where threads take turns at the elements of an array (stride.h), only the last turn may be one in
// which some threads have no element. So
//
//     for (turn = 0; turn + least < n; turn += threads)
//         if (start + turn < n) ...
//
// becomes two loops, of which the first asks nothing of single threads:
//
//     for (turn = 0; turn + most < n; turn += threads) ...
//     for (; turn + least < n; turn += threads)
//         if (start + turn < n) ...
//
// Without such a question, what a thread adds up stays in a vector register. Where it adds up what
// it loads, and does little else, there is another loop before these, of several turns at once:
//
//     for (turn = 0; turn + most + threads < n; turn += 2 * threads)
//         sum = sum + x[start + turn] + x[start + turn + threads];
//
// The sums of many threads fit in no registers. This loads and stores them once for all of these
// turns, and reads several places of the array at the same time. But where one turn reads two
// places of a page (turnbounds.h), the turns stay apart.
#ifndef OC_FULLTURNS_H
#define OC_FULLTURNS_H

#include "ir/ir.h"

// A loop that stride.c has rewritten. Its header has phis, the sum, its comparison with a bound,
// and a branch to `check` or out of the loop.
struct oc_turns_loop {
    LLVMBasicBlockRef before, header; // before: branches to the header
    LLVMBasicBlockRef check;          // its branch's first successor is for a thread that works
    LLVMBasicBlockRef end;            // of a turn
    struct oc_values blocks;          // all of them, as values
    LLVMValueRef sum;                 // turn + least, of 64 bits
    LLVMValueRef next;                // the addition that counts turns
    LLVMValueRef start;               // a thread's first index, of 64 bits
    bool may_wait;                    // a turn may have barriers that all threads of a block meet
};

// Makes these loops, if the greatest start can be computed from the sizes of the launch, and the
// loop's code is short and meets no barrier.
void oc_fullturns_split(struct oc_ir *ir, LLVMBuilderRef builder, struct oc_turns_loop *loop);

#endif
