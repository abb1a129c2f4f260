// minima.h - the smaller and the larger of two floating-point numbers, on x86-64.
//
// LLVM's code generator calls fminf and its like for numbers of 16 bits (_Float16, __bf16) that the
// processor cannot compute with, and for others in code that is to be small. A program has these
// functions only if it is linked with -lm.
#ifndef OC_MINIMA_H
#define OC_MINIMA_H

#include "ir/ir.h"

// Replaces such calls of fmin and fmax, also for vectors, by comparisons, and the atomic
// ones by loops that compare and exchange. Does nothing for other processors.
void oc_minima_compare(struct oc_ir *ir);

#endif
