#include "cpu/fullturns.h"

#include "base/names.h"
#include "cpu/loops/alike.h"
#include "ir/copies.h"
#include "ir/ids.h"
#include "ir/metadata.h"
#include "ir/waits.h"

#include <string.h>

enum { DEPTH = 8, MOST_INSTRUCTIONS = 100, MOST_FACTOR = 1 << 12 };

struct splitting {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64;
    struct oc_turns_loop *loop;
};

// ---- The greatest start ------------------------------------------------------------------------

static bool calls(LLVMValueRef value, const char *name) {
    return strcmp(oc_ir_callee_name(value), name) == 0;
}

static LLVMValueRef wide(const struct splitting *at, LLVMValueRef value) {
    return LLVMTypeOf(value) == at->i64 ? value : LLVMBuildZExt(at->builder, value, at->i64, "");
}

static LLVMValueRef number(const struct splitting *at, uint64_t value) {
    return LLVMConstInt(at->i64, value, false);
}

static LLVMValueRef constant_of(const struct splitting *at, LLVMValueRef constant) {
    return number(at, LLVMConstIntGetZExtValue(constant));
}

static LLVMValueRef size_of(const struct splitting *at, const char *name, LLVMValueRef call) {
    return wide(at, oc_ids_call(at->ir, at->builder, name, LLVMGetOperand(call, 0)));
}

static LLVMValueRef most_of_call(const struct splitting *at, LLVMValueRef call) {
    LLVMValueRef size;
    if (calls(call, OC_NAME_THREAD_ID))
        size = size_of(at, OC_NAME_BLOCK_SIZE, call);
    else if (calls(call, OC_NAME_GLOBAL_ID))
        size = LLVMBuildMul(at->builder, size_of(at, OC_NAME_BLOCK_COUNT, call),
                            size_of(at, OC_NAME_BLOCK_SIZE, call), "");
    else
        return NULL;
    return LLVMBuildSub(at->builder, size, number(at, 1), "");
}

// Whether a value may differ between threads.
static bool may_have_thread(LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value))
        return false;
    if (!depth || LLVMIsAPHINode(value) || calls(value, OC_NAME_THREAD_ID) ||
        calls(value, OC_NAME_GLOBAL_ID))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (may_have_thread(LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

// Builds a number, of 64 bits, that a start is not above for any thread. A start of 32 bits is not
// negative. Returns NULL if the start has another form.
static LLVMValueRef most_of(const struct splitting *at, LLVMValueRef value, int depth) {
    if (!may_have_thread(value, DEPTH))
        return LLVMIsAPHINode(value) ? NULL : wide(at, value);
    if (!depth || LLVMIsAPHINode(value))
        return NULL;
    if (LLVMIsACallInst(value))
        return most_of_call(at, value);
    LLVMValueRef left = LLVMGetOperand(value, 0), right = NULL, constant = NULL;
    if (LLVMGetNumOperands(value) == 2) {
        right = LLVMGetOperand(value, 1);
        constant = LLVMIsAConstantInt(right);
    }
    bool is_factor = constant && LLVMConstIntGetSExtValue(constant) > 0 &&
                     LLVMConstIntGetSExtValue(constant) <= MOST_FACTOR;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMLShr:
    case LLVMUDiv:
    case LLVMSDiv:
        return most_of(at, left, depth - 1);
    case LLVMAnd:
    case LLVMURem:
    case LLVMSRem:
        return is_factor ? constant_of(at, constant) : NULL;
    case LLVMAdd:
    case LLVMOr:
        left = most_of(at, left, depth - 1);
        right = left ? most_of(at, right, depth - 1) : NULL;
        return right ? LLVMBuildAdd(at->builder, left, right, "") : NULL;
    case LLVMMul:
    case LLVMShl:
        left = is_factor ? most_of(at, left, depth - 1) : NULL;
        return left ? LLVMBuildBinOp(at->builder, opcode, left, constant_of(at, constant), "")
                    : NULL;
    default:
        return NULL;
    }
}

// ---- The copy ----------------------------------------------------------------------------------

// Whether a copy of the loop is not too much code.
static bool is_short(const struct oc_turns_loop *loop) {
    size_t count = 0;
    for (size_t i = 0; i < loop->blocks.count; i++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(loop->blocks.items[i])) {
            if (oc_waits_for_block(instruction) || ++count > MOST_INSTRUCTIONS)
                return false;
        }
    return true;
}

// The header's phi begins with the copy's.
static void begin_with_copy(const struct splitting *at, LLVMValueRef phi,
                            const struct oc_map *copies) {
    const struct oc_turns_loop *loop = at->loop;
    LLVMValueRef copy = oc_copy_of(copies, phi);
    LLVMBasicBlockRef header = oc_copy_of_block(copies, loop->header), end = loop->end,
                      before = loop->before;
    LLVMPositionBuilderBefore(at->builder, phi);
    LLVMValueRef merged = LLVMBuildPhi(at->builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (LLVMGetIncomingBlock(phi, i) == before)
            LLVMAddIncoming(copy, &value, &before, 1);
        else
            LLVMAddIncoming(merged, &value, &end, 1);
    }
    LLVMAddIncoming(merged, &copy, &header, 1);
    LLVMReplaceAllUsesWith(phi, merged);
    LLVMInstructionEraseFromParent(phi);
}

static void lead_to(LLVMBasicBlockRef from, LLVMBasicBlockRef old, LLVMBasicBlockRef new) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        if (LLVMGetSuccessor(branch, s) == old)
            LLVMSetSuccessor(branch, s, new);
}

void oc_fullturns_split(struct oc_ir *ir, LLVMBuilderRef builder, struct oc_turns_loop *loop) {
    struct splitting at = {ir, builder, LLVMInt32TypeInContext(ir->context),
                           LLVMInt64TypeInContext(ir->context), loop};
    struct oc_map copies = {.arena = ir->arena};
    LLVMValueRef function = LLVMGetBasicBlockParent(loop->header);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(loop->before));
    LLVMValueRef most = is_short(loop) ? most_of(&at, loop->start, DEPTH) : NULL;
    if (!most)
        return;
    oc_copy_blocks(ir, builder, function, &loop->blocks, &copies);
    LLVMBasicBlockRef header = oc_copy_of_block(&copies, loop->header),
                      check = oc_copy_of_block(&copies, loop->check);
    // The copies of uses of the phis are right; those of the original's get the merged phis.
    struct oc_values phis = {.arena = ir->arena};
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (LLVMIsAPHINode(instruction))
            oc_values_add(&phis, instruction);
    }
    LLVMSetOperand(oc_copy_of(&copies, loop->sum), 1, most);
    oc_metadata_mark(oc_copy_of(&copies, loop->next), OC_FULL_TURNS_METADATA);
    for (size_t i = 0; i < phis.count; i++)
        begin_with_copy(&at, phis.items[i], &copies);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(header), 1, loop->header);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(check);
    LLVMSetCondition(branch, LLVMConstInt(LLVMInt1TypeInContext(ir->context), 1, false));
    lead_to(loop->before, loop->header, header);
}
