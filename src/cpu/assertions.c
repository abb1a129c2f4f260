#include "cpu/assertions.h"

#include "base/names.h"
#include "ir/stops.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

// The C library's function that a failed assertion calls.
#define CALLED "__assert_fail"

enum { WHAT = 4, DIMENSIONS = 3, PARAMETERS = WHAT + 2 * DIMENSIONS };

static LLVMValueRef declare_runtime_function(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

static LLVMValueRef declare_index(struct oc_ir *ir, const char *name, LLVMTypeRef result) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    return declare_runtime_function(ir, name, LLVMFunctionType(result, &i32, 1, false));
}

static LLVMValueRef declare_failure(struct oc_ir *ir) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ir->context, 0);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context),
                i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef types[PARAMETERS] = {pointer, pointer, i32, pointer, i64, i64, i64, i32, i32, i32};
    LLVMValueRef function = declare_runtime_function(
        ir, OC_NAME_ASSERT_FAIL,
        LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, PARAMETERS, false));
    static const char *const attributes[] = {"noreturn", "nounwind", "cold"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(ir->context, kind, 0));
    }
    return function;
}

static LLVMValueRef call_index(LLVMBuilderRef builder, LLVMValueRef index, unsigned dimension) {
    LLVMTypeRef type = LLVMGlobalGetValueType(index);
    LLVMValueRef argument = LLVMConstInt(LLVMTypeOf(LLVMGetParam(index, 0)), dimension, false);
    return LLVMBuildCall2(builder, type, index, &argument, 1, "");
}

// __assert_fail(what, file, line, function)
static void place_assertion(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMValueRef ids = declare_index(ir, OC_NAME_GLOBAL_ID, LLVMInt64TypeInContext(ir->context));
    LLVMValueRef sizes = declare_index(ir, OC_NAME_BLOCK_SIZE, LLVMInt32TypeInContext(ir->context));
    LLVMValueRef failure = declare_failure(ir), arguments[PARAMETERS];
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < WHAT; i++)
        arguments[i] = LLVMGetOperand(call, i);
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        arguments[WHAT + d] = call_index(builder, ids, d);
        arguments[WHAT + DIMENSIONS + d] = call_index(builder, sizes, d);
    }
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(failure), failure, arguments, PARAMETERS, "");
    LLVMInstructionEraseFromParent(call);
}

void oc_assertions_place(struct oc_ir *ir, LLVMValueRef function, struct oc_place kernel) {
    struct oc_values calls = {.arena = ir->arena};
    oc_stops_make_assertions(ir, function, kernel);
    oc_ir_collect_calls(function, &calls);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < calls.count; i++)
        if (LLVMIsACallInst(calls.items[i]) && !LLVMGetFirstUse(calls.items[i]) &&
            strcmp(oc_ir_callee_name(calls.items[i]), CALLED) == 0 &&
            LLVMGetNumArgOperands(calls.items[i]) == WHAT)
            place_assertion(ir, builder, calls.items[i]);
    LLVMDisposeBuilder(builder);
}

bool oc_assertions_are_in(struct oc_callees *callees, LLVMValueRef function) {
    static const char *const names[] = {CALLED, "abort", "exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (LLVMGetNamedFunction(callees->ir->module, names[i]) &&
            oc_callees_reach(callees, function, names[i]))
            return true;
    return false;
}
