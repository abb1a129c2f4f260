#include "mathreduce.h"

#include "base/text.h"
#include "libcalls.h"

#include <string.h>

void oc_mathreduce_select(LLVMModuleRef library, const char *const *names, size_t count) {
    OC_EACH_FUNCTION (function, library) {
        if (LLVMIsDeclaration(function))
            continue;
        bool needed = false;
        for (size_t i = 0; i < count && !needed; i++)
            needed = strcmp(oc_ir_name(function), names[i]) == 0;
        LLVMSetLinkage(function, needed ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    for (LLVMValueRef global = LLVMGetFirstGlobal(library); global;
         global = LLVMGetNextGlobal(global))
        if (!LLVMIsDeclaration(global) && !oc_starts_with(oc_ir_name(global), "llvm."))
            LLVMSetLinkage(global, LLVMInternalLinkage);
}

bool oc_mathreduce(struct oc_ir *ir) {
    struct oc_args names = {.arena = ir->arena};
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const char *symbol = oc_libcall_symbol(ir->arena, &oc_libcalls[i]);
        if (!symbol)
            continue;
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, symbol);
        if (!function || LLVMIsDeclaration(function)) {
            oc_error(ir->diag, "the math library has no '%s', for '%s'", symbol,
                     oc_libcalls[i].name);
            return false;
        }
        oc_args_add(&names, symbol);
    }
    oc_mathreduce_select(ir->module, (const char *const *)names.items, names.count);
    return oc_ir_run(ir, ir->module, "globaldce,strip-dead-prototypes", NULL) && oc_ir_verify(ir);
}
