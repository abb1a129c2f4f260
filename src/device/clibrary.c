#include "device/clibrary.h"

#include "base/names.h"
#include "base/text.h"
#include "device/formats.h"
#include "device/math/mathreduce.h"
#include "ir/library.h"
#include "model/libcalls.h"

#include <string.h>

static bool uses_variable_of_host(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function) {
        OC_EACH_INSTRUCTION (instruction, block) {
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
                LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
                while (LLVMIsAConstantExpr(operand))
                    operand = LLVMGetOperand(operand, 0);
                if (LLVMIsAGlobalVariable(operand) && LLVMIsDeclaration(operand))
                    return true;
            }
        }
    }
    return false;
}

void oc_clibrary_forget_inlines(struct oc_ir *ir) {
    struct oc_values functions = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage &&
            oc_libcall_find(oc_ir_name(function)) && uses_variable_of_host(function))
            oc_values_add(&functions, function);
    }
    for (size_t i = 0; i < functions.count; i++) {
        LLVMValueRef function = functions.items[i];
        const char *name = oc_arena_printf(ir->arena, "%s", oc_ir_name(function));
        LLVMSetValueName2(function, "", 0);
        LLVMReplaceAllUsesWith(function,
                               LLVMAddFunction(ir->module, name, LLVMGlobalGetValueType(function)));
        LLVMDeleteFunction(function);
    }
}

static bool is_wanted(LLVMValueRef function) {
    if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function))
        return false;
    const char *name = oc_ir_name(function);
    const struct oc_libcall *call = oc_libcall_find(name);
    return call ? call->class == OC_LIBCALL_C : strcmp(name, OC_NAME_PRINT_FORMATTED) == 0;
}

// A function may have a name of its own in the library, where that name is the driver's (malloc).
static void use_own_names(struct oc_ir *ir, LLVMModuleRef library, struct oc_args *names) {
    for (size_t i = 0; i < names->count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, names->items[i]);
        const char *own = oc_arena_printf(ir->arena, "%s%s", OC_NAME_C, names->items[i]);
        if (!LLVMGetNamedFunction(library, own))
            continue;
        LLVMReplaceAllUsesWith(function,
                               LLVMAddFunction(ir->module, own, LLVMGlobalGetValueType(function)));
        names->items[i] = own;
    }
}

bool oc_clibrary_link(struct oc_ir *ir, const char *path) {
    struct oc_args names = {.arena = ir->arena};
    if (!path)
        return true;
    oc_formats_choose(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        if (is_wanted(function))
            oc_args_add(&names, oc_ir_name(function));
    }
    if (!names.count)
        return true;
    LLVMModuleRef library = oc_ir_read(ir, path, "C library of devices", true);
    if (!library)
        return false;
    use_own_names(ir, library, &names);
    oc_mathreduce_select(library, (const char *const *)names.items, names.count);
    return oc_library_link(ir, library);
}
