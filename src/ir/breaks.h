// breaks.h - where code asks how it has left a loop.
#ifndef OC_BREAKS_H
#define OC_BREAKS_H

#include "ir/ir.h"

// Whether a function asks, in a loop or after it, where control has come from: by a branch or a
// switch on a phi of constants. Clang's code does so after a `return` in a loop, and after a
// `break` if variables end with the loop's body.
bool oc_breaks_are_asked(LLVMValueRef function);

#endif
