#include "library.h"

#include "base/text.h"

#include <llvm-c/Linker.h>
#include <string.h>

// Library functions lose what they were compiled for, and give way to the user's of the same name.
static void adopt_functions(LLVMModuleRef library) {
    static const char *const attributes[] = {"target-cpu", "target-features", "no-builtins",
                                             "frame-pointer", "uniform-work-group-size"};
    oc_ir_remove_text_attributes(library, attributes, sizeof attributes / sizeof *attributes);
    OC_EACH_FUNCTION (function, library) {
        if (!LLVMIsDeclaration(function) && LLVMGetLinkage(function) == LLVMExternalLinkage)
            LLVMSetLinkage(function, LLVMWeakAnyLinkage);
    }
}

// Where functions differ in what they do with small numbers, LLVM inlines none into the other.
static void adopt_denormals(LLVMModuleRef module, LLVMModuleRef library) {
    static const char *const names[] = {"denormal-fp-math", "denormal-fp-math-f32"};
    LLVMValueRef model = LLVMGetFirstFunction(module);
    while (model && LLVMIsDeclaration(model))
        model = LLVMGetNextFunction(model);
    for (size_t i = 0; model && i < sizeof names / sizeof *names; i++) {
        LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
            model, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i]));
        if (!attribute)
            continue;
        OC_EACH_FUNCTION (function, library) {
            if (!oc_starts_with(oc_ir_name(function), "llvm."))
                LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }
}

bool oc_library_link(struct oc_ir *ir, LLVMModuleRef library) {
    adopt_functions(library);
    adopt_denormals(ir->module, library);
    LLVMSetTarget(library, LLVMGetTarget(ir->module));
    LLVMSetDataLayout(library, LLVMGetDataLayoutStr(ir->module));
    if (!LLVMLinkModules2(ir->module, library))
        return true;
    oc_error(ir->diag, "offloadcc's device library does not fit code with these options");
    return false;
}

// Our functions on GPUs call nothing of the user's. LLVM cannot tell of those that trap, and gives
// kernels that call them a stack for any depth.
static void forbid_recursion(struct oc_ir *ir, LLVMModuleRef builtins) {
    OC_EACH_FUNCTION (function, builtins) {
        if (!LLVMIsDeclaration(function))
            oc_ir_add_attribute(ir, function, "norecurse");
    }
}

// A preprocessed file has what offload.h says of a CPU: its lanes are one.
static void drop_cpu_versions(struct oc_ir *ir, LLVMModuleRef builtins) {
    OC_EACH_FUNCTION (function, builtins) {
        const char *name = oc_ir_name(function);
        LLVMValueRef other = LLVMGetNamedFunction(ir->module, name);
        if (!oc_starts_with(name, "__offloadcc_") || !other || LLVMIsDeclaration(other) ||
            LLVMIsDeclaration(function))
            continue;
        LLVMSetValueName2(other, "", 0);
        LLVMReplaceAllUsesWith(other,
                               LLVMAddFunction(ir->module, name, LLVMGlobalGetValueType(other)));
        LLVMDeleteFunction(other);
    }
}

static void substitute(struct oc_ir *ir, const char *const *substitutes) {
    for (const char *const *name = substitutes; name && *name; name += 2) {
        LLVMValueRef missing = LLVMGetNamedFunction(ir->module, name[0]);
        if (missing)
            LLVMReplaceAllUsesWith(missing, LLVMGetNamedFunction(ir->module, name[1]));
    }
}

bool oc_library_link_builtins(struct oc_ir *ir, LLVMModuleRef builtins,
                              const char *const *substitutes) {
    forbid_recursion(ir, builtins);
    drop_cpu_versions(ir, builtins);
    if (!oc_library_link(ir, builtins))
        return false;
    substitute(ir, substitutes);
    return true;
}
