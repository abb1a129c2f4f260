// waits.h - which functions of a module wait at a barrier, themselves or in what they call.
#ifndef OC_WAITS_H
#define OC_WAITS_H

#include "ir/ir.h"

// What is left of a function that has become a coroutine, and the coroutine (coroutine.h).
#define OC_FIBRE_SUFFIX ".fibre"
LLVMValueRef oc_waits_fibre_of(struct oc_ir *ir, LLVMValueRef function);

struct oc_waits {
    struct oc_ir *ir;
    struct oc_values functions; // that wait: by a call, by name or through a pointer
    struct oc_values pointed;   // those of them whose address is taken, but for the glue's
};

// Looks at the whole module, from its barriers up: what calls a kernel is found too.
void oc_waits_find(struct oc_ir *ir, struct oc_waits *out);

// Whether a call waits: one of the barrier itself; of a function that waits, by name; or through a
// pointer, of the type of such functions whose address is taken.
bool oc_waits_call(const struct oc_waits *waits, LLVMValueRef call);

// Whether a call goes through a pointer that may be this function's.
bool oc_waits_may_be(LLVMValueRef call, LLVMValueRef function);

#endif
