#include "ir/spaces.h"

#include "ir/debuginfo.h"

#include <string.h>

// Uses that go through a cast of the variable, which front ends make where variables have an
// address space of their own.
static void replace_casts(LLVMValueRef variable, LLVMValueRef replacement) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMAddrSpaceCast &&
            LLVMTypeOf(user) == LLVMTypeOf(replacement))
            LLVMReplaceAllUsesWith(user, replacement);
    }
}

LLVMValueRef oc_spaces_move(struct oc_ir *ir, LLVMValueRef variable, LLVMTypeRef type,
                            unsigned space, unsigned dwarf_space) {
    LLVMValueRef moved = LLVMAddGlobalInAddressSpace(ir->module, type, "", space);
    if (type == LLVMGlobalGetValueType(variable))
        LLVMSetInitializer(moved, LLVMGetInitializer(variable));
    LLVMSetGlobalConstant(moved, LLVMIsGlobalConstant(variable));
    LLVMSetLinkage(moved, LLVMGetLinkage(variable));
    LLVMSetVisibility(moved, LLVMGetVisibility(variable));
    LLVMSetAlignment(moved, LLVMGetAlignment(variable));
    // What any pointer may point to: address space 0.
    LLVMValueRef generic = LLVMConstAddrSpaceCast(moved, LLVMPointerTypeInContext(ir->context, 0));
    replace_casts(variable, generic);
    LLVMTypeRef plain = LLVMTypeOf(variable);
    LLVMReplaceAllUsesWith(
        variable, plain == LLVMTypeOf(generic) ? generic : LLVMConstAddrSpaceCast(generic, plain));
    const char *name = oc_arena_printf(ir->arena, "%s", oc_ir_name(variable));
    oc_debuginfo_move_global(ir, variable, moved, dwarf_space);
    LLVMDeleteGlobal(variable);
    LLVMSetValueName2(moved, name, strlen(name));
    return moved;
}
