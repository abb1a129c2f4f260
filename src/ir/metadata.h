// metadata.h - metadata of instructions, by the name of its kind, such as "llvm.loop".
#ifndef OC_METADATA_H
#define OC_METADATA_H

#include "ir/ir.h"

bool oc_metadata_has(LLVMValueRef instruction, const char *kind);

// Gives an instruction metadata of a kind that says nothing but that it is there.
void oc_metadata_mark(LLVMValueRef instruction, const char *kind);

// Gives an instruction the metadata that another one has, of kinds that end with NULL.
void oc_metadata_copy(LLVMValueRef from, LLVMValueRef to, const char *const *kinds);

#endif
