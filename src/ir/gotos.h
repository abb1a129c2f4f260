// gotos.h - turns computed gotos (goto *label) into switches over numbers of the labels.
//
// LLVM has no jump to an address on GPUs. And if a function becomes a coroutine, its blocks are
// copied, but a table of labels would still have the labels of the original blocks.
#ifndef OC_GOTOS_H
#define OC_GOTOS_H

#include "ir/edit.h"

// Replaces all computed gotos of a function, and the labels whose addresses are taken.
void oc_gotos_to_switches(struct oc_edit *edit, LLVMValueRef function);

#endif
