#include "ir/stops.h"

#include "base/text.h"
#include "glue/names.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

// What is not to be, or NULL if the call is none of these.
static const char *assertion_of(struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call);
    if (!callee || !LLVMIsDeclaration(callee))
        return NULL;
    const char *name = oc_ir_name(callee);
    if (strcmp(name, "abort") == 0 && LLVMGetNumArgOperands(call) == 0)
        return "abort() is not called";
    if (strcmp(name, "exit") != 0 || LLVMGetNumArgOperands(call) != 1)
        return NULL;
    LLVMValueRef status = LLVMGetOperand(call, 0);
    return LLVMIsAConstantInt(status) ? oc_arena_printf(ir->arena, "exit(%lld) is not called",
                                                        LLVMConstIntGetSExtValue(status))
                                      : "exit() is not called";
}

// The name of the function that the user wrote.
static const char *user_function(LLVMValueRef function) {
    static const char *const prefixes[] = {OC_GLUE_BODY, OC_GLUE_FIBRE, OC_GLUE_THREAD};
    const char *name = oc_ir_name(function);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (oc_starts_with(name, prefixes[i]))
            return name + strlen(prefixes[i]);
    return name;
}

static LLVMValueRef declare_failure(struct oc_ir *ir) {
    static const char name[] = "__assert_fail";
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ir->context, 0);
    LLVMTypeRef types[] = {pointer, pointer, LLVMInt32TypeInContext(ir->context), pointer};
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(
        ir->module, name, LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, 4, false));
    oc_ir_add_attribute(ir, function, "noreturn");
    oc_ir_add_attribute(ir, function, "nounwind");
    return function;
}

static void replace(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef call, const char *what,
                    struct oc_place place) {
    LLVMValueRef failure = declare_failure(ir);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef arguments[] = {
        LLVMBuildGlobalStringPtr(builder, what, ""),
        LLVMBuildGlobalStringPtr(builder, place.file ? place.file : "?", ""),
        LLVMConstInt(LLVMInt32TypeInContext(ir->context), place.line, false),
        LLVMBuildGlobalStringPtr(builder, user_function(function), ""),
    };
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(failure), failure, arguments, 4, "");
    LLVMInstructionEraseFromParent(call);
}

void oc_stops_make_assertions(struct oc_ir *ir, LLVMValueRef function, struct oc_place place) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < calls.count; i++) {
        const char *what =
            LLVMIsACallInst(calls.items[i]) ? assertion_of(ir, calls.items[i]) : NULL;
        if (!what)
            continue;
        struct oc_place own = oc_ir_place(ir->arena, calls.items[i]);
        replace(ir, builder, calls.items[i], what, own.file ? own : place);
    }
    LLVMDisposeBuilder(builder);
}

void oc_stops_make_all_assertions(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!LLVMIsDeclaration(function))
            oc_stops_make_assertions(ir, function, (struct oc_place){0});
    }
}
