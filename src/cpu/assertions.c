#include "cpu/assertions.h"

#include "base/names.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { DIMENSIONS = 3, MOST = 6 };

// What ends a thread, and our function that does so and is told the thread's place as well.
struct ending {
    const char *called, *ours;
    unsigned arguments; // of what is called
};
static const struct ending endings[] = {{OC_NAME_ASSERT, OC_NAME_ASSERT_FAIL, 4},
                                        {OC_NAME_ABORT, OC_NAME_ABORT_FAIL, 3},
                                        {OC_NAME_EXIT, OC_NAME_EXIT_FAIL, 4},
                                        {OC_NAME_OUTSIDE, OC_NAME_OUTSIDE_FAIL, 6}};

static LLVMValueRef declare_runtime_function(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

static LLVMValueRef declare_index(struct oc_ir *ir, const char *name, LLVMTypeRef result) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    return declare_runtime_function(ir, name, LLVMFunctionType(result, &i32, 1, false));
}

// Nothing that LLVM sees is changed.
static void only_touch_hidden_memory(struct oc_ir *ir, LLVMValueRef function) {
    enum { INACCESSIBLE = 3 << 2 }; // read and written, as in LLVM's MemoryEffects
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(ir->context, kind, INACCESSIBLE));
}

static LLVMValueRef declare_failure(struct oc_ir *ir, const struct ending *ending,
                                    LLVMValueRef call) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context),
                i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef types[MOST + 2 * DIMENSIONS];
    unsigned count = ending->arguments;
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(LLVMGetOperand(call, i));
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        types[count + d] = i64;
        types[count + DIMENSIONS + d] = i32;
    }
    LLVMValueRef function = declare_runtime_function(
        ir, ending->ours,
        LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, count + 2 * DIMENSIONS, false));
    oc_ir_add_attribute(ir, function, "nounwind");
    oc_ir_add_attribute(ir, function, "cold");
    if (LLVMIsAUnreachableInst(LLVMGetNextInstruction(call)))
        oc_ir_add_attribute(ir, function, "noreturn");
    else
        only_touch_hidden_memory(ir, function);
    return function;
}

static LLVMValueRef call_index(LLVMBuilderRef builder, LLVMValueRef index, unsigned dimension) {
    LLVMTypeRef type = LLVMGlobalGetValueType(index);
    LLVMValueRef argument = LLVMConstInt(LLVMTypeOf(LLVMGetParam(index, 0)), dimension, false);
    return LLVMBuildCall2(builder, type, index, &argument, 1, "");
}

static void place_ending(struct oc_ir *ir, LLVMBuilderRef builder, const struct ending *ending,
                         LLVMValueRef call) {
    LLVMValueRef ids = declare_index(ir, OC_NAME_GLOBAL_ID, LLVMInt64TypeInContext(ir->context));
    LLVMValueRef sizes = declare_index(ir, OC_NAME_BLOCK_SIZE, LLVMInt32TypeInContext(ir->context));
    LLVMValueRef failure = declare_failure(ir, ending, call), arguments[MOST + 2 * DIMENSIONS];
    unsigned count = ending->arguments;
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetOperand(call, i);
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        arguments[count + d] = call_index(builder, ids, d);
        arguments[count + DIMENSIONS + d] = call_index(builder, sizes, d);
    }
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(failure), failure, arguments,
                   count + 2 * DIMENSIONS, "");
    LLVMInstructionEraseFromParent(call);
}

void oc_assertions_place(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < calls.count; i++)
        for (size_t e = 0; e < sizeof endings / sizeof *endings; e++)
            if (LLVMIsACallInst(calls.items[i]) && !LLVMGetFirstUse(calls.items[i]) &&
                strcmp(oc_ir_callee_name(calls.items[i]), endings[e].called) == 0 &&
                LLVMGetNumArgOperands(calls.items[i]) == endings[e].arguments) {
                place_ending(ir, builder, &endings[e], calls.items[i]);
                break;
            }
    LLVMDisposeBuilder(builder);
}
