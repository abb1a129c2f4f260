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
// Without such a question, what a thread adds up stays in a vector register.
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
};

// Makes two loops, if the greatest start can be computed from the sizes of the launch, and the
// loop's code is short and meets no barrier.
void oc_fullturns_split(struct oc_ir *ir, LLVMBuilderRef builder, struct oc_turns_loop *loop);

#endif
