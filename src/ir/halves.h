// halves.h - the smaller and the larger of two numbers of 16 bits (_Float16, __bf16), on x86-64.
//
// Where the processor cannot compute with them, LLVM's code generator calls fminf and fmaxf for
// them, which a program has only if it is linked with -lm.
#ifndef OC_HALVES_H
#define OC_HALVES_H

#include "ir/ir.h"

// Replaces fmin and fmax of such numbers, and of vectors of them, by comparisons, and the atomic
// ones by loops that compare and exchange. Does nothing for other processors.
void oc_halves_compare(struct oc_ir *ir);

#endif
