#include "effects/callchain.h"

#include "ir/sourceplace.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

// Where the instruction stands, and how the walk goes on outwards.
struct position {
    LLVMMetadataRef location;
    LLVMValueRef function; // of the module, which others may be inlined in
    const char *name;      // of the function in the source
};

static bool is_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return true;
    return false;
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

// Moves to where the function is called. Returns false if that is not known.
static bool step_out(struct oc_ir *ir, struct position *position) {
    LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(position->location);
    LLVMUseRef use = outer ? NULL : LLVMGetFirstUse(position->function);
    for (; use && !outer; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != position->function)
            continue;
        outer = LLVMInstructionGetDebugLoc(user);
        position->function = function_of(user);
    }
    if (!outer)
        return false;
    position->location = outer;
    position->name = oc_sourceplace_function(ir, outer);
    return *position->name != 0;
}

void oc_callchain_note(struct oc_ir *ir, const struct oc_unit *unit, LLVMValueRef instruction) {
    enum { MOST = 32 }; // functions may be recursive
    LLVMMetadataRef location = oc_sourceplace_of_user(ir, instruction);
    if (!location)
        return;
    struct position position = {location, function_of(instruction),
                                oc_sourceplace_function(ir, location)};
    for (int i = 0; i < MOST && !is_kernel(unit, position.name); i++) {
        const char *callee = position.name;
        if (!step_out(ir, &position))
            return;
        oc_report(ir->diag, OC_NOTE, oc_sourceplace_of(ir->arena, position.location), NULL,
                  "'%s' is called by %s'%s' here", callee,
                  is_kernel(unit, position.name) ? "kernel " : "", position.name);
    }
}
