// gotos.h - computed gotos (goto *label) become switches over numbers of the labels.
//
// GPUs have no jump to an address that LLVM selects; and a coroutine's blocks are copied, where a
// table of labels would name those of the original.
#ifndef OC_GOTOS_H
#define OC_GOTOS_H

#include "ir/edit.h"

void oc_gotos_to_switches(struct oc_edit *edit, LLVMValueRef function);

#endif
