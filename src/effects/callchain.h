// callchain.h - the calls by which a kernel comes to an instruction of a function.
#ifndef OC_CALLCHAIN_H
#define OC_CALLCHAIN_H

#include "ir/ir.h"
#include "model/unit.h"

// Adds notes to a message about an instruction: one for each call on the way from a kernel to it,
// the innermost call first. For inlined functions, the calls are in the debug location of the
// instruction. For others, they are calls in the module. Without debug locations there are no
// notes.
void oc_callchain_note(struct oc_ir *ir, const struct oc_unit *unit, LLVMValueRef instruction);

#endif
