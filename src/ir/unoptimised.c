#include "ir/unoptimised.h"

#include <string.h>

// Metadata of a copy that code which is not optimised makes.
static const char kept_copy[] = "offloadcc.kept";

static unsigned kept_copy_kind(struct oc_ir *ir) {
    return LLVMGetMDKindIDInContext(ir->context, kept_copy, sizeof kept_copy - 1);
}

// ---- What the optimiser does not look into -----------------------------------------------------

// Declares void name(...), which changes no memory that the module knows.
static LLVMValueRef declare_opaque(struct oc_ir *ir, LLVMModuleRef copy, const char *name) {
    static const char *const attributes[] = {"nounwind", "willreturn", "nofree", "nosync"};
    enum { INACCESSIBLE = 1, WRITES = 2, BITS = 2 }; // llvm::MemoryEffects
    LLVMValueRef function = LLVMGetNamedFunction(copy, name);
    if (function)
        return function;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, true);
    function = LLVMAddFunction(copy, name, type);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        oc_ir_add_attribute(ir, function, attributes[i]);
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(ir->context, memory, WRITES << BITS * INACCESSIBLE));
    return function;
}

static void hand_over(struct oc_ir *ir, LLVMValueRef before, const char *name, LLVMValueRef value) {
    LLVMValueRef from = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
    LLVMValueRef function = declare_opaque(ir, LLVMGetGlobalParent(from), name);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, before);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
    LLVMDisposeBuilder(builder);
}

static bool is_value(LLVMValueRef value) {
    switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
    case LLVMVoidTypeKind:
    case LLVMTokenTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind:
        return false;
    default:
        return true;
    }
}

// ---- Functions ---------------------------------------------------------------------------------

// The local variable that an address is in, or NULL.
static LLVMValueRef local_of(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address);
}

static void remove_memory(LLVMValueRef call) {
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex,
                                    LLVMGetEnumAttributeKindForName("memory", strlen("memory")));
}

static bool is_copy(LLVMValueRef instruction) {
    return LLVMIsAMemIntrinsic(instruction) && !LLVMIsAMemSetInst(instruction);
}

static void keep_instruction(struct oc_ir *ir, LLVMValueRef instruction) {
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    if (LLVMIsALoadInst(instruction) && !local_of(LLVMGetOperand(instruction, 0)))
        hand_over(ir, next, OC_UNOPTIMISED_VALUE, instruction);
    if (is_copy(instruction))
        LLVMSetMetadata(
            instruction, kept_copy_kind(ir),
            LLVMMetadataAsValue(ir->context, LLVMMDNodeInContext2(ir->context, NULL, 0)));
    if (!LLVMIsACallInst(instruction) || LLVMIsAIntrinsicInst(instruction))
        return;
    remove_memory(instruction);
    if (is_value(instruction) && LLVMGetTailCallKind(instruction) != LLVMTailCallKindMustTail)
        hand_over(ir, next, OC_UNOPTIMISED_VALUE, instruction);
}

static void keep_function(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values instructions = {.arena = ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            oc_values_add(&instructions, instruction);
    for (size_t i = 0; i < instructions.count; i++)
        keep_instruction(ir, instructions.items[i]);
}

// What a function is given, and what comes of it.
static void keep_calls(struct oc_ir *ir, LLVMValueRef function) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) != LLVMPointerTypeKind)
            hand_over(ir, first, OC_UNOPTIMISED_VALUE, LLVMGetParam(function, i));
    oc_ir_remove_attribute(function, "memory");
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || oc_ir_callee(call) != function)
            continue;
        remove_memory(call);
        if (is_value(call) && LLVMGetTailCallKind(call) != LLVMTailCallKindMustTail)
            hand_over(ir, LLVMGetNextInstruction(call), OC_UNOPTIMISED_VALUE, call);
    }
}

bool oc_unoptimised_keep(struct oc_ir *ir, LLVMModuleRef copy, bool all) {
    struct oc_values functions = {.arena = ir->arena}, calls = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, copy) {
        if (LLVMIsDeclaration(function))
            continue;
        bool whole = all || oc_ir_has_attribute(function, "optnone");
        if (whole || oc_ir_has_attribute(function, "noinline"))
            oc_values_add(whole ? &functions : &calls, function);
        oc_ir_remove_attribute(function, "optnone");
    }
    // So that what is loaded from memory is told from what is in variables. That pass removes
    // nothing else.
    if (functions.count && !oc_ir_run(ir, copy, "function(mem2reg)", NULL))
        return false;
    for (size_t i = 0; i < functions.count; i++) {
        keep_function(ir, functions.items[i]);
        keep_calls(ir, functions.items[i]);
    }
    for (size_t i = 0; i < calls.count; i++)
        keep_calls(ir, calls.items[i]);
    return true;
}

// ---- Copies ------------------------------------------------------------------------------------

void oc_unoptimised_keep_copies(struct oc_ir *ir, LLVMModuleRef copy) {
    struct oc_values copies = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, copy)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_copy(instruction) && LLVMGetMetadata(instruction, kept_copy_kind(ir)) &&
                    !local_of(LLVMGetOperand(instruction, 1)))
                    oc_values_add(&copies, instruction);
    for (size_t i = 0; i < copies.count; i++)
        hand_over(ir, copies.items[i], OC_UNOPTIMISED_READ, LLVMGetOperand(copies.items[i], 1));
}
