// spaces.h - moves variables to a GPU's address spaces, in IR.
#ifndef OC_SPACES_H
#define OC_SPACES_H

#include "ir/ir.h"

// Replaces a variable by one in another address space, which is not 0, with the same name, initial
// value and linkage. Its uses get the variable's address as a pointer of their own address space,
// which LLVM's infer-address-spaces takes back where it can. `type` is the new variable's; if it is
// not the old one's, the new variable has no initial value. `dwarf_space` is DWARF's number of the
// address space, for debuggers; 0: none. Returns the new variable; the old one is deleted.
LLVMValueRef oc_spaces_move(struct oc_ir *ir, LLVMValueRef variable, LLVMTypeRef type,
                            unsigned space, unsigned dwarf_space);

#endif
