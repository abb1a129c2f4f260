#include "device/math/mathreduce.h"

#include "base/text.h"
#include "model/libcalls.h"

#include <llvm-c/Linker.h>
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

static bool lacks(struct oc_ir *ir, const char *symbol, const char *what) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, symbol);
    if (function && !LLVMIsDeclaration(function))
        return false;
    oc_error(ir->diag, "the math library has no '%s', for '%s'", symbol, what);
    return true;
}

// What a correction calls is known by another name.
static bool correct(struct oc_ir *ir, const char *path) {
    LLVMModuleRef corrections = oc_ir_read(ir, path, "corrections of the math library", false);
    if (!corrections)
        return false;
    bool done = true;
    OC_EACH_FUNCTION (function, corrections) {
        const char *symbol = oc_ir_name(function);
        if (LLVMIsDeclaration(function) || LLVMGetLinkage(function) == LLVMInternalLinkage)
            continue;
        if (lacks(ir, symbol, "a correction")) {
            done = false;
            continue;
        }
        const char *other = oc_arena_printf(ir->arena, "__libclc_%s", symbol);
        LLVMSetValueName2(LLVMGetNamedFunction(ir->module, symbol), other, strlen(other));
    }
    if (!done) {
        LLVMDisposeModule(corrections);
        return false;
    }
    LLVMSetTarget(corrections, LLVMGetTarget(ir->module));
    LLVMSetDataLayout(corrections, LLVMGetDataLayoutStr(ir->module));
    return !LLVMLinkModules2(ir->module, corrections);
}

bool oc_mathreduce(struct oc_ir *ir, const char *corrections) {
    struct oc_args names = {.arena = ir->arena};
    if (corrections && !correct(ir, corrections))
        return false;
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const char *symbol = oc_libcall_symbol(ir->arena, &oc_libcalls[i]);
        if (!symbol)
            continue;
        if (lacks(ir, symbol, oc_libcalls[i].name))
            return false;
        oc_args_add(&names, symbol);
    }
    oc_mathreduce_select(ir->module, (const char *const *)names.items, names.count);
    return oc_ir_run(ir, ir->module, "globaldce,strip-dead-prototypes", NULL) && oc_ir_verify(ir);
}
