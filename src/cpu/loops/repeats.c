#include "cpu/loops/repeats.h"

#include "base/text.h"
#include "cpu/analysis/neighbours.h"
#include "ir/features.h"

// A turn has to do more than keeping the threads together takes; and it is copied.
enum { MIN_WORK = 6, MAX_INSTRUCTIONS = 200 };

// Functions of LLVM's that every vector unit has, or that a few instructions make up for.
static bool is_vector_operation(LLVMValueRef call) {
    static const char *const names[] = {
        "llvm.fabs.",   "llvm.sqrt.",     "llvm.fma.",    "llvm.fmuladd.",   "llvm.minnum.",
        "llvm.maxnum.", "llvm.copysign.", "llvm.floor.",  "llvm.ceil.",      "llvm.trunc.",
        "llvm.rint.",   "llvm.minimum.",  "llvm.maximum", "llvm.smin.",      "llvm.smax.",
        "llvm.umin.",   "llvm.umax.",     "llvm.abs.",    "llvm.nearbyint.", "llvm.roundeven"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(oc_ir_callee_name(call), names[i]))
            return true;
    return false;
}

static bool is_plain_type(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64;
    default:
        return false;
    }
}

// Integers of 64 bits that differ between threads: SSE multiplies and compares them one by one.
static bool is_long(const struct oc_uniform *uniform, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMMul:
    case LLVMICmp:
    case LLVMAShr:
        return oc_ir_width(LLVMGetOperand(instruction, 0)) > 32 &&
               !oc_uniform_is(uniform, instruction);
    default:
        return false;
    }
}

static bool suits(const struct oc_uniform *uniform, LLVMValueRef x, LLVMValueRef instruction) {
    bool bounded = false;
    if (!is_plain_type(LLVMTypeOf(instruction)) ||
        (is_long(uniform, instruction) && !oc_features_has(uniform->body->function, "avx2")))
        return false;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMBr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMGetElementPtr:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMBitCast:
        return true;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        return LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    case LLVMLoad:
        return !LLVMGetVolatile(instruction) &&
               LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
               oc_neighbours_are_close(uniform, x, LLVMGetOperand(instruction, 0), &bounded) &&
               !bounded;
    case LLVMCall:
        return is_vector_operation(instruction);
    default:
        return oc_ir_is_index_arithmetic(instruction);
    }
}

bool oc_repeats_suits(const struct oc_uniform *uniform, LLVMValueRef x) {
    const struct oc_body *body = uniform->body;
    for (size_t i = 0; i < body->count; i++)
        if (i != body->exit)
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
                if (!suits(uniform, x, instruction))
                    return false;
            }
    return true;
}

bool oc_repeats_can(const struct oc_uniform *turn, LLVMValueRef x) {
    const struct oc_body *body = turn->body;
    size_t count = 0, work = 0;
    for (size_t i = 0; i < body->count; i++) {
        if (i == body->exit)
            continue;
        LLVMBasicBlockRef block = body->nodes[i].block;
        count += oc_ir_count_instructions(block);
        OC_EACH_INSTRUCTION (instruction, block)
            work += !LLVMIsAPHINode(instruction) && !LLVMIsABranchInst(instruction) &&
                    !LLVMIsACastInst(instruction);
    }
    return work >= MIN_WORK && count <= MAX_INSTRUCTIONS && oc_repeats_suits(turn, x);
}

bool oc_repeats_loads(const struct oc_uniform *turn) {
    const struct oc_body *body = turn->body;
    for (size_t i = 0; i < body->count; i++)
        if (i != body->exit)
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
                if (LLVMIsALoadInst(instruction))
                    return true;
            }
    return false;
}

// ---- What is the same in each turn -------------------------------------------------------------

static bool has_effect(const struct oc_body *body, struct oc_bits loop) {
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(loop, i))
            OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
                if (oc_ir_has_effect(instruction) && !is_vector_operation(instruction))
                    return true;
            }
    return false;
}

// Whether a value is computed before the loop, or can be.
static bool is_same(const struct oc_body *body, struct oc_bits loop, LLVMValueRef value,
                    int depth) {
    long node = LLVMIsAInstruction(value) ? oc_body_node_of(body, value) : OC_NO_NODE;
    if (node == OC_NO_NODE || !oc_bits_test(loop, (size_t)node))
        return true;
    if (!depth || (!LLVMIsAGetElementPtrInst(value) && !LLVMIsACastInst(value) &&
                   !oc_ir_is_index_arithmetic(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_same(body, loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static void move_out(LLVMBuilderRef builder, const struct oc_body *body, struct oc_bits loop,
                     LLVMValueRef value) {
    long node = LLVMIsAInstruction(value) ? oc_body_node_of(body, value) : OC_NO_NODE;
    if (node == OC_NO_NODE || !oc_bits_test(loop, (size_t)node))
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        move_out(builder, body, loop, LLVMGetOperand(value, (unsigned)i));
    LLVMInstructionRemoveFromParent(value);
    LLVMInsertIntoBuilder(builder, value);
}

void oc_repeats_hoist(LLVMBuilderRef builder, const struct oc_body *body, struct oc_bits loop,
                      unsigned head) {
    enum { DEPTH = 6 };
    const struct oc_node *node = &body->nodes[head];
    if (node->before_count != 2 || has_effect(body, loop))
        return;
    unsigned before = oc_body_before_loop(body, loop, head);
    if (oc_bits_test(loop, before) || body->nodes[before].next_count != 1)
        return;
    for (LLVMValueRef next = LLVMGetFirstInstruction(node->block), load; (load = next);) {
        next = LLVMGetNextInstruction(load);
        if (!LLVMIsALoadInst(load) || !is_same(body, loop, LLVMGetOperand(load, 0), DEPTH))
            continue;
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(body->nodes[before].block));
        move_out(builder, body, loop, load);
    }
}
