#include "effects/threadcopy.h"

#include "base/names.h"
#include "effects/algebra.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/ids.h"
#include "ir/unoptimised.h"

#include <string.h>

LLVMValueRef oc_threadcopy_find(struct oc_ir *ir, LLVMModuleRef copy, const char *kernel) {
    return LLVMGetNamedFunction(copy, oc_arena_printf(ir->arena, OC_GLUE_THREAD "%s", kernel));
}

// Only the kernels' thread functions are to stay, with as much as possible inlined.
static void keep_threads(struct oc_ir *ir, LLVMModuleRef copy, const struct oc_unit *unit) {
    // LLVM's default is 225. What is not optimised, and what gets structs by value, costs more.
    static const char threshold[] = "function-inline-threshold", cost[] = "2000";
    enum { size = sizeof threshold - 1 };
    OC_EACH_FUNCTION (function, copy) {
        if (LLVMIsDeclaration(function))
            continue;
        oc_ir_remove_attribute(function, "noinline");
        oc_ir_remove_attribute(function, "noprofile"); // of the glue, which keeps others apart
        LLVMAddAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(ir->context, threshold, size, cost, sizeof cost - 1));
        LLVMSetVisibility(function, LLVMDefaultVisibility);
        LLVMSetLinkage(function, LLVMInternalLinkage);
    }
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = oc_threadcopy_find(ir, copy, unit->kernels[i].name);
        LLVMValueRef body = LLVMGetNamedFunction(copy, unit->kernels[i].name);
        if (thread)
            LLVMSetLinkage(thread, LLVMExternalLinkage);
        if (body && !LLVMIsDeclaration(body))
            oc_ir_add_attribute(ir, body, "alwaysinline");
    }
}

// Says of a function that its result depends on its arguments and the thread alone.
static void mark_pure(struct oc_ir *ir, LLVMValueRef function) {
    static const char *const attributes[] = {"nounwind", "willreturn", "nofree", "nosync",
                                             "memory"}; // the value 0: none
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        oc_ir_add_attribute(ir, function, attributes[i]);
}

static LLVMValueRef declare_pure(struct oc_ir *ir, LLVMModuleRef copy, const char *name,
                                 LLVMTypeRef type) {
    LLVMValueRef function = LLVMAddFunction(copy, name, type);
    mark_pure(ir, function);
    return function;
}

// Clang takes every function of a GPU for one that threads have to call together.
static void allow_moves(LLVMValueRef function) {
    oc_ir_remove_attribute(function, "convergent");
    unsigned kind = LLVMGetEnumAttributeKindForName("convergent", strlen("convergent"));
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)) && oc_ir_callee(LLVMGetUser(use)) == function)
            LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, kind);
}

// An index that is asked for again is the same value.
static void mark_indices(struct oc_ir *ir, LLVMModuleRef copy) {
    static const char *const names[] = {OC_NAME_THREAD_ID, OC_NAME_BLOCK_ID, OC_NAME_BLOCK_SIZE,
                                        OC_NAME_BLOCK_COUNT, OC_NAME_GLOBAL_ID};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(copy, names[i]);
        if (!function)
            continue;
        mark_pure(ir, function);
        allow_moves(function);
    }
}

// offload_for's part of a block on CPUs, __offloadcc_stretch(&end), becomes two numbers of which
// algebra.h knows what they mean.
static void name_stretches(struct oc_ir *ir, LLVMModuleRef copy) {
    LLVMValueRef stretch = LLVMGetNamedFunction(copy, OC_NAME_STRETCH);
    if (!stretch)
        return;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef type = LLVMFunctionType(i64, &i64, 1, false);
    LLVMValueRef first = declare_pure(ir, copy, OC_ALGEBRA_STRETCH_FIRST, type);
    LLVMValueRef end = declare_pure(ir, copy, OC_ALGEBRA_STRETCH_END, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (LLVMUseRef use = LLVMGetFirstUse(stretch), next; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || oc_ir_callee(call) != stretch)
            continue;
        LLVMPositionBuilderBefore(builder, call);
        LLVMValueRef place = LLVMGetOperand(call, 0);
        LLVMValueRef total = LLVMBuildLoad2(builder, i64, place, "");
        LLVMBuildStore(builder, LLVMBuildCall2(builder, type, end, &total, 1, ""), place);
        LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, first, &total, 1, ""));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
}

// Inlined, variables promoted, and control flow that is known taken out. Loops are left as they
// are.
static bool simplify_copy(struct oc_ir *ir, LLVMModuleRef copy, const struct oc_unit *unit) {
    static const char inlining[] = "globaldce,always-inline,cgscc(inline),globaldce";
    static const char before[] = "function(sroa,early-cse)";
    static const char after[] = "function(sink,early-cse,sccp,instsimplify,simplifycfg,"
                                "jump-threading,adce,simplifycfg,early-cse)";
    if (!oc_ir_run(ir, copy, inlining, NULL))
        return false;
    oc_unoptimised_keep_copies(ir, copy);
    if (!oc_ir_run(ir, copy, before, NULL))
        return false;
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = oc_threadcopy_find(ir, copy, unit->kernels[i].name);
        if (thread)
            oc_ids_find(ir, thread, NULL);
    }
    return oc_ir_run(ir, copy, after, NULL);
}

LLVMModuleRef oc_threadcopy_make(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised) {
    LLVMModuleRef copy = LLVMCloneModule(ir->module);
    struct oc_ir of_copy = *ir;
    of_copy.module = copy;
    oc_annotations_drop_in_code(&of_copy);
    bool done = oc_unoptimised_keep(ir, copy, unoptimised);
    keep_threads(ir, copy, unit);
    mark_indices(ir, copy);
    name_stretches(ir, copy);
    if (done && simplify_copy(ir, copy, unit))
        return copy;
    LLVMDisposeModule(copy);
    return NULL;
}
