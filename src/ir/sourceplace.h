// sourceplace.h - where code stands in the source, by its debug location.
#ifndef OC_SOURCEPLACE_H
#define OC_SOURCEPLACE_H

#include "ir/ir.h"

// The place of a debug location, which may be NULL. Its file is NULL if there is none.
struct oc_place oc_sourceplace_of(struct oc_arena *arena, LLVMMetadataRef location);

// The name of the function in which the code was written; "" if it is not known. With -g, blocks
// are scopes in it.
const char *oc_sourceplace_function(struct oc_ir *ir, LLVMMetadataRef location);

// The location of an instruction in the user's code: if it is in a function of offload.h, the
// location of that function's call. NULL if the instruction has none.
LLVMMetadataRef oc_sourceplace_of_user(struct oc_ir *ir, LLVMValueRef instruction);

#endif
