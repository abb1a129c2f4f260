#include "ir/library.h"

#include "base/names.h"
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

// The library uses no wide characters, and says how large they are all the same (-fshort-wchar).
static void adopt_wide_characters(struct oc_ir *ir, LLVMModuleRef library) {
    static const char flag[] = "wchar_size", flags[] = "llvm.module.flags";
    LLVMMetadataRef size = LLVMGetModuleFlag(ir->module, flag, strlen(flag));
    unsigned count = LLVMGetNamedMetadataNumOperands(library, flags);
    LLVMValueRef *all = OC_NEW_ARRAY(ir->arena, count + 1, LLVMValueRef);
    LLVMGetNamedMetadataOperands(library, flags, all);
    for (unsigned i = 0; i < count && size; i++) {
        LLVMValueRef parts[3];
        unsigned length;
        if (LLVMGetMDNodeNumOperands(all[i]) != 3)
            continue;
        LLVMGetMDNodeOperands(all[i], parts);
        const char *name = parts[1] ? LLVMGetMDString(parts[1], &length) : NULL;
        if (name && length == strlen(flag) && memcmp(name, flag, length) == 0)
            LLVMReplaceMDNodeOperandWith(all[i], 2, size);
    }
}

bool oc_library_link(struct oc_ir *ir, LLVMModuleRef library) {
    adopt_wide_characters(ir, library);
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
        if (!oc_starts_with(name, OC_NAME_PREFIX) || !other || LLVMIsDeclaration(other) ||
            LLVMIsDeclaration(function))
            continue;
        LLVMSetValueName2(other, "", 0);
        LLVMReplaceAllUsesWith(other,
                               LLVMAddFunction(ir->module, name, LLVMGlobalGetValueType(other)));
        LLVMDeleteFunction(other);
    }
}

static bool is_unoptimised_call(LLVMValueRef user, LLVMValueRef callee) {
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == callee &&
           oc_ir_has_attribute(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), "optnone");
}

// Everywhere, or in functions that are not optimised.
static void substitute_functions(struct oc_ir *ir, const char *const *substitutes,
                                 bool everywhere) {
    for (const char *const *name = substitutes; name && *name; name += 2) {
        LLVMValueRef missing = LLVMGetNamedFunction(ir->module, name[0]);
        LLVMValueRef other = LLVMGetNamedFunction(ir->module, name[1]);
        if (missing && everywhere)
            LLVMReplaceAllUsesWith(missing, other);
        LLVMUseRef next, use = missing && !everywhere ? LLVMGetFirstUse(missing) : NULL;
        for (; use; use = next) {
            LLVMValueRef user = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            if (is_unoptimised_call(user, missing))
                LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, other);
        }
    }
}

bool oc_library_link_builtins(struct oc_ir *ir, LLVMModuleRef builtins,
                              const char *const *substitutes, const char *const *unoptimised) {
    forbid_recursion(ir, builtins);
    drop_cpu_versions(ir, builtins);
    if (!oc_library_link(ir, builtins))
        return false;
    substitute_functions(ir, substitutes, true);
    substitute_functions(ir, unoptimised, false);
    return true;
}
