#include "ir/minima.h"

#include "base/text.h"
#include "ir/edit.h"

#include <string.h>

// Whether the function's processor computes with halves, but not with bfloats.
static bool has_arithmetic(LLVMValueRef function) {
    static const char name[] = "target-features";
    LLVMAttributeRef features =
        LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, sizeof name - 1);
    unsigned length;
    return features && strstr(LLVMGetStringAttributeValue(features, &length), "+avx512fp16");
}

static bool is_for_size(LLVMValueRef function) {
    static const char *const attributes[] = {"optsize", "minsize", "cold"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (oc_ir_has_attribute(function, attributes[i]))
            return true;
    return false;
}

// Whether LLVM makes of a minimum, of one number or in a vector, a call.
static bool becomes_call(LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    switch (LLVMGetTypeKind(type)) {
    case LLVMBFloatTypeKind:
        return true;
    case LLVMHalfTypeKind:
        return !has_arithmetic(function);
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return is_for_size(function);
    default:
        return false;
    }
}

// An integer as wide as a number.
static LLVMTypeRef bits_of(const struct oc_edit *edit, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
        return edit->i32;
    case LLVMDoubleTypeKind:
        return edit->i64;
    default:
        return LLVMInt16TypeInContext(edit->ir->context);
    }
}

// As fmin and fmax: if one of the two is not a number, the other one.
static LLVMValueRef build_choice(LLVMBuilderRef builder, bool larger, LLVMValueRef left,
                                 LLVMValueRef right) {
    LLVMValueRef is_left =
        LLVMBuildFCmp(builder, larger ? LLVMRealOGT : LLVMRealOLT, left, right, "");
    LLVMValueRef no_right = LLVMBuildFCmp(builder, LLVMRealUNO, right, right, "");
    return LLVMBuildSelect(builder, LLVMBuildOr(builder, is_left, no_right, ""), left, right, "");
}

static void replace_call(struct oc_edit *edit, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    bool larger = oc_starts_with(name, "llvm.maxnum.");
    if (!larger && !oc_starts_with(name, "llvm.minnum."))
        return;
    if (!becomes_call(call))
        return;
    oc_edit_before(edit, call);
    LLVMReplaceAllUsesWith(call, build_choice(edit->builder, larger, LLVMGetOperand(call, 0),
                                              LLVMGetOperand(call, 1)));
    LLVMInstructionEraseFromParent(call);
}

// The strongest order that the load of a failed exchange may have.
static LLVMAtomicOrdering order_of_load(LLVMAtomicOrdering order) {
    if (order == LLVMAtomicOrderingRelease)
        return LLVMAtomicOrderingMonotonic;
    return order == LLVMAtomicOrderingAcquireRelease ? LLVMAtomicOrderingAcquire : order;
}

static void replace_atomic(struct oc_edit *edit, LLVMValueRef atomic) {
    LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
    bool larger = operation == LLVMAtomicRMWBinOpFMax;
    if (!becomes_call(atomic) || (!larger && operation != LLVMAtomicRMWBinOpFMin))
        return;
    LLVMBuilderRef builder = edit->builder;
    LLVMTypeRef type = LLVMTypeOf(atomic), bits = bits_of(edit, type);
    LLVMValueRef address = LLVMGetOperand(atomic, 0), value = LLVMGetOperand(atomic, 1);
    LLVMAtomicOrdering order = LLVMGetOrdering(atomic);
    oc_edit_split_before(edit, atomic);
    LLVMBasicBlockRef start = LLVMGetInsertBlock(builder), rest = LLVMGetInstructionParent(atomic);
    LLVMBasicBlockRef loop = oc_edit_block_before(edit, rest);
    oc_edit_at_end(edit, start, atomic);
    LLVMValueRef first = LLVMBuildLoad2(builder, bits, address, "");
    LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(first, LLVMGetAlignment(atomic));
    LLVMSetVolatile(first, LLVMGetVolatile(atomic));
    LLVMBuildBr(builder, loop);

    oc_edit_at_end(edit, loop, atomic);
    LLVMValueRef old = LLVMBuildPhi(builder, bits, "");
    LLVMValueRef before = LLVMBuildBitCast(builder, old, type, "");
    LLVMValueRef after =
        LLVMBuildBitCast(builder, build_choice(builder, larger, before, value), bits, "");
    LLVMValueRef exchange =
        LLVMBuildAtomicCmpXchgSyncScope(builder, address, old, after, order, order_of_load(order),
                                        LLVMGetAtomicSyncScopeID(atomic));
    LLVMSetAlignment(exchange, LLVMGetAlignment(atomic));
    LLVMSetVolatile(exchange, LLVMGetVolatile(atomic));
    LLVMValueRef found = LLVMBuildExtractValue(builder, exchange, 0, "");
    LLVMBuildCondBr(builder, LLVMBuildExtractValue(builder, exchange, 1, ""), rest, loop);
    LLVMAddIncoming(old, (LLVMValueRef[]){first, found}, (LLVMBasicBlockRef[]){start, loop}, 2);

    LLVMReplaceAllUsesWith(atomic, before);
    LLVMInstructionEraseFromParent(atomic);
}

void oc_minima_compare(struct oc_ir *ir) {
    if (!oc_starts_with(LLVMGetTarget(ir->module), "x86_64"))
        return;
    struct oc_edit edit = oc_edit_begin(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values calls = {.arena = ir->arena}, atomics;
        if (LLVMIsDeclaration(function))
            continue;
        oc_ir_collect_calls(function, &calls);
        for (size_t i = 0; i < calls.count; i++)
            replace_call(&edit, calls.items[i]);
        oc_edit_collect(&edit, function, LLVMAtomicRMW, &atomics);
        for (size_t i = 0; i < atomics.count; i++)
            replace_atomic(&edit, atomics.items[i]);
    }
    oc_edit_end(&edit);
}
