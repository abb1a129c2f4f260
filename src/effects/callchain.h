// callchain.h - the calls by which a kernel comes to an instruction of a function.
#ifndef OC_CALLCHAIN_H
#define OC_CALLCHAIN_H

#include "ir/ir.h"
#include "model/unit.h"

// Adds a note to a message about an instruction for each call that leads to it, from the innermost
// to one in a kernel: by the lines of what was inlined, and by calls of what was not. What has no
// lines has no notes.
void oc_callchain_note(struct oc_ir *ir, const struct oc_unit *unit, LLVMValueRef instruction);

#endif
