// simplify.h - brings a body's code into simple forms, for the analyses.
//
// Code is not moved past barriers, which are calls. Both functions return false after a reported
// failure.
#ifndef OC_SIMPLIFY_H
#define OC_SIMPLIFY_H

#include "ir/ir.h"
#include "model/unit.h"

// Brings variables into registers, and finds global ids.
bool oc_simplify_begin(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body);

// Does the rest. Loops get exits of their own: what is wanted after a loop only is kept there,
// once.
bool oc_simplify_end(struct oc_ir *ir, LLVMValueRef body);

#endif
