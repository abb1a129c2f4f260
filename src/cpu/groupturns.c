#include "cpu/groupturns.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/groups.h"
#include "cpu/stride.h"
#include "ir/ids.h"

#include <string.h>

// What lanes ask for has these names while the group is looked at as if it were a thread.
#define OF_LANE OC_NAME_PREFIX "of_lane_"

// Gives the calls that ask for indices other names: those with another prefix.
static void ask_by(struct oc_ir *ir, LLVMValueRef function, const char *from, const char *to) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        const char *name = oc_ir_callee_name(calls.items[i]);
        if (!oc_starts_with(name, from))
            continue;
        const char *asks = name + strlen(from);
        if (!oc_ids_is_index(oc_arena_printf(ir->arena, OC_NAME_PREFIX "%s", asks)))
            continue;
        const char *other = oc_arena_printf(ir->arena, "%s%s", to, asks);
        LLVMValueRef callee = LLVMGetNamedFunction(ir->module, other);
        if (!callee)
            callee = LLVMAddFunction(ir->module, other, LLVMGetCalledFunctionType(calls.items[i]));
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, callee);
    }
}

// Whether an instruction is a mask of a group's index, or of a multiple of it, that changes nothing
// (groups.h).
static bool is_mask_of(LLVMValueRef instruction, unsigned lanes) {
    if (LLVMGetInstructionOpcode(instruction) != LLVMAnd ||
        !LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)))
        return false;
    LLVMValueRef index = LLVMGetOperand(instruction, 0);
    unsigned long shift = 0;
    if (LLVMIsAInstruction(index) && LLVMGetInstructionOpcode(index) == LLVMShl) {
        shift = oc_ir_shift(index);
        index = LLVMGetOperand(index, 0);
    }
    if (LLVMIsAZExtInst(index) || LLVMIsATruncInst(index))
        index = LLVMGetOperand(index, 0);
    unsigned long end = oc_groups_end_of_index(oc_ir_callee_name(index), lanes);
    return end && shift < 32 &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)) == (end - 1) << shift;
}

static void remove_masks(LLVMValueRef function, unsigned lanes) {
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction;
             (instruction = next);) {
            next = LLVMGetNextInstruction(instruction);
            if (!is_mask_of(instruction, lanes))
                continue;
            LLVMReplaceAllUsesWith(instruction, LLVMGetOperand(instruction, 0));
            LLVMInstructionEraseFromParent(instruction);
        }
}

// Masks let LLVM know how many bits an index has, once it is no call any more.
static void add_masks(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        unsigned long end = oc_groups_end_of_index(oc_ir_callee_name(call), lanes);
        if (!end)
            continue;
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
        LLVMValueRef mask =
            LLVMBuildAnd(builder, call, LLVMConstInt(LLVMTypeOf(call), end - 1, false), "");
        LLVMReplaceAllUsesWith(call, mask);
        LLVMSetOperand(mask, 0, call);
    }
    LLVMDisposeBuilder(builder);
}

void oc_groupturns_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    remove_masks(function, lanes);
    ask_by(ir, function, OC_NAME_PREFIX, OF_LANE);
    ask_by(ir, function, OC_NAME_OF_GROUP, OC_NAME_PREFIX);
    oc_ids_find(ir, function, NULL);
    oc_stride_loops_of_groups(ir, function);
    ask_by(ir, function, OC_NAME_PREFIX, OC_NAME_OF_GROUP);
    ask_by(ir, function, OF_LANE, OC_NAME_PREFIX);
    add_masks(ir, function, lanes);
}
