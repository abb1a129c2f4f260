#include "ir/pieces.h"

#include <string.h>

void oc_piece_export(struct oc_ir *ir, LLVMValueRef value, const char *suffix) {
    const char *symbol = oc_arena_printf(ir->arena, "%s%s", oc_ir_name(value), suffix);
    LLVMSetValueName2(value, symbol, strlen(symbol));
    LLVMSetLinkage(value, LLVMExternalLinkage);
    LLVMSetVisibility(value, LLVMHiddenVisibility);
}

void oc_piece_leave_out(struct oc_ir *ir, LLVMValueRef value, const char *suffix) {
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    const char *name = oc_arena_strdup(ir->arena, oc_ir_name(value));
    bool is_function = LLVMIsAFunction(value);
    LLVMValueRef declaration =
        is_function ? LLVMAddFunction(ir->module, "", type) : LLVMAddGlobal(ir->module, type, "");
    LLVMReplaceAllUsesWith(value, declaration);
    if (is_function)
        LLVMDeleteFunction(value);
    else
        LLVMDeleteGlobal(value);
    LLVMSetValueName2(declaration, name, strlen(name));
    oc_piece_export(ir, declaration, suffix);
}
