// fewturns.h - loops of few turns that ask in each turn whether the thread's element exists.
//
//     for (int k = 0; k < 4; k++)             // a thread has 4 neighbouring elements
//         if (4 * i + k < n) y[4 * i + k] = x[4 * i + k];
//
// The x loop is split where such comparisons change their outcome (loops/split.h), which must not
// depend on the turn. So these loops are unrolled before.
#ifndef OC_FEWTURNS_H
#define OC_FEWTURNS_H

#include "ir/ir.h"

// Unrolls such loops in a body. Returns false after a reported failure.
bool oc_fewturns_unroll(struct oc_ir *ir, LLVMValueRef body);

#endif
