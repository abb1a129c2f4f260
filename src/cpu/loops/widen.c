#include "cpu/loops/widen.h"

enum { DEPTH = 8 };

static bool is_wide(LLVMValueRef value) {
    return LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64;
}

static bool is_int(LLVMValueRef value, unsigned width) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == width;
}

// Whether the operation on extended operands gives the extended result.
static bool commutes(LLVMValueRef value, bool is_signed) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
    default:
        return false;
    }
}

// The 64-bit value that was truncated to this one without loss, or NULL.
static LLVMValueRef source_of(LLVMValueRef value, bool is_signed) {
    if (!LLVMIsATruncInst(value) || !(is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value)))
        return NULL;
    LLVMValueRef source = LLVMGetOperand(value, 0);
    return is_wide(source) ? source : NULL;
}

// Whether there is such a truncation below, so that widening gets rid of something.
static bool gains(LLVMValueRef value, bool is_signed, int depth) {
    if (!depth || !LLVMIsAInstruction(value))
        return false;
    if (LLVMIsATruncInst(value))
        return source_of(value, is_signed) != NULL;
    if (!commutes(value, is_signed))
        return false;
    return gains(LLVMGetOperand(value, 0), is_signed, depth - 1) ||
           gains(LLVMGetOperand(value, 1), is_signed, depth - 1);
}

static LLVMValueRef widen_value(const struct oc_threads *threads, LLVMValueRef value,
                                bool is_signed, int depth) {
    LLVMBuilderRef builder = threads->builder;
    if (depth && LLVMIsAInstruction(value)) {
        LLVMValueRef source = source_of(value, is_signed);
        if (source)
            return source;
        if (commutes(value, is_signed)) {
            LLVMValueRef left =
                widen_value(threads, LLVMGetOperand(value, 0), is_signed, depth - 1);
            LLVMValueRef right =
                widen_value(threads, LLVMGetOperand(value, 1), is_signed, depth - 1);
            LLVMValueRef result =
                LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(value), left, right, "");
            if (LLVMIsAInstruction(result)) {
                LLVMSetNSW(result, true);
                LLVMSetNUW(result, !is_signed);
            }
            return result;
        }
    }
    return is_signed ? LLVMBuildSExt(builder, value, threads->i64, "")
                     : LLVMBuildZExt(builder, value, threads->i64, "");
}

static void widen_in(const struct oc_threads *threads, LLVMBasicBlockRef block) {
    for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction; (instruction = next);) {
        next = LLVMGetNextInstruction(instruction);
        bool is_signed = LLVMIsASExtInst(instruction);
        if ((!is_signed && !LLVMIsAZExtInst(instruction)) || !is_int(instruction, 64) ||
            !is_int(LLVMGetOperand(instruction, 0), 32) ||
            !gains(LLVMGetOperand(instruction, 0), is_signed, DEPTH))
            continue;
        LLVMPositionBuilderBefore(threads->builder, instruction);
        LLVMReplaceAllUsesWith(
            instruction, widen_value(threads, LLVMGetOperand(instruction, 0), is_signed, DEPTH));
        LLVMInstructionEraseFromParent(instruction);
    }
}

void oc_widen_indices(struct oc_threads *threads, size_t region) {
    const struct oc_region *nodes = &threads->regions->items[region];
    widen_in(threads, threads->loops[region].inner);
    for (size_t n = 0; n < nodes->count; n++)
        widen_in(threads, threads->body->nodes[nodes->nodes[n]].block);
}
