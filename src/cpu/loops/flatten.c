#include "cpu/loops/flatten.h"

#include "base/text.h"
#include "cpu/loops/ways.h"
#include "ir/edit.h"
#include "ir/metadata.h"

enum { MAX_COST = 12, MAX_SIDES = 5 };

// A branch or switch at `from` whose sides meet again at `meet`, each with at most one block
// between.
struct fork {
    LLVMBasicBlockRef from, meet;
    LLVMBasicBlockRef sides[MAX_SIDES]; // `from` itself: no block; the first is where no case holds
    unsigned count;
};

// What an instruction costs where its result is not wanted; more than MAX_COST: it may not run.
static int cost_of(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMFreeze:
        return 0;
    case LLVMGetElementPtr:
        return 1;
    default:
        return oc_ir_is_index_arithmetic(instruction) || oc_ir_extreme(instruction).is
                   ? 1
                   : MAX_COST + 1;
    }
}

// A block that several cases share counts for each.
static bool is_cheap(const struct fork *fork) {
    int cost = 0;
    for (unsigned i = 0; i < fork->count; i++) {
        if (fork->sides[i] == fork->from)
            continue;
        OC_EACH_INSTRUCTION (instruction, fork->sides[i]) {
            if (instruction != LLVMGetBasicBlockTerminator(fork->sides[i]))
                cost += cost_of(instruction);
            if (cost > MAX_COST)
                return false;
        }
    }
    return true;
}

static bool is_marked(LLVMBasicBlockRef block) {
    return oc_metadata_has(LLVMGetBasicBlockTerminator(block), "llvm.loop");
}

// Where a side goes after its one block; NULL if it is not one.
static LLVMBasicBlockRef end_of_side(LLVMBasicBlockRef from, LLVMBasicBlockRef side) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(side);
    if (oc_ir_only_predecessor(side) != from || LLVMIsAPHINode(LLVMGetFirstInstruction(side)) ||
        !LLVMIsABranchInst(terminator) || LLVMIsConditional(terminator) || is_marked(side))
        return NULL;
    return LLVMGetSuccessor(terminator, 0);
}

static bool find_sides(LLVMBasicBlockRef from, struct fork *fork) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    *fork = (struct fork){.from = from, .count = LLVMGetNumSuccessors(branch)};
    bool splits =
        LLVMIsASwitchInst(branch) || (LLVMIsABranchInst(branch) && LLVMIsConditional(branch));
    if (!splits || fork->count < 2 || fork->count > MAX_SIDES || is_marked(from))
        return false;
    for (unsigned i = 0; i < fork->count; i++)
        fork->sides[i] = LLVMGetSuccessor(branch, i);
    if (LLVMIsABranchInst(branch)) {
        LLVMBasicBlockRef yes = fork->sides[0];
        fork->sides[0] = fork->sides[1];
        fork->sides[1] = yes;
    }
    return true;
}

static bool find_fork(LLVMBasicBlockRef from, struct fork *fork) {
    if (!find_sides(from, fork))
        return false;
    // They meet where the first one ends, or at the first one.
    LLVMBasicBlockRef candidates[] = {fork->sides[0], end_of_side(from, fork->sides[0])};
    for (int c = 0; c < 2 && !fork->meet; c++) {
        bool all = candidates[c] != NULL && candidates[c] != from;
        for (unsigned i = 0; all && i < fork->count; i++)
            all = fork->sides[i] == candidates[c] ||
                  end_of_side(from, fork->sides[i]) == candidates[c];
        if (all)
            fork->meet = candidates[c];
    }
    if (!fork->meet || !LLVMIsAPHINode(LLVMGetFirstInstruction(fork->meet)))
        return false;
    for (unsigned i = 0; i < fork->count; i++)
        if (fork->sides[i] == fork->meet)
            fork->sides[i] = from;
    return is_cheap(fork);
}

static LLVMValueRef condition_of(LLVMBuilderRef builder, LLVMValueRef branch, unsigned side) {
    return LLVMIsABranchInst(branch) ? LLVMGetCondition(branch)
                                     : LLVMBuildICmp(builder, LLVMIntEQ, LLVMGetOperand(branch, 0),
                                                     LLVMGetSwitchCaseValue(branch, side), "");
}

static bool is_side(const void *data, LLVMBasicBlockRef block) {
    const struct fork *fork = data;
    for (unsigned i = 0; i < fork->count; i++)
        if (fork->sides[i] == block)
            return true;
    return false;
}

// A phi of the sides' blocks becomes one of `from`; what is selected there is computed before its
// branch.
static void select_phi(LLVMBuilderRef builder, const struct fork *fork, LLVMValueRef phi) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(fork->from);
    LLVMPositionBuilderBefore(builder, branch);
    LLVMValueRef value = oc_edit_incoming(phi, fork->sides[0]);
    for (unsigned i = 1; i < fork->count; i++) {
        LLVMValueRef other = oc_edit_incoming(phi, fork->sides[i]);
        if (other != value)
            value = LLVMBuildSelect(builder, condition_of(builder, branch, i), other, value, "");
    }
    oc_ways_replace_phi(builder, phi, is_side, fork, value, fork->from);
}

static void hoist_side(LLVMBuilderRef builder, const struct fork *fork, LLVMBasicBlockRef side) {
    if (side == fork->from)
        return;
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(fork->from));
    for (LLVMValueRef instruction;
         (instruction = LLVMGetFirstInstruction(side)) != LLVMGetBasicBlockTerminator(side);) {
        LLVMInstructionRemoveFromParent(instruction);
        LLVMInsertIntoBuilder(builder, instruction);
    }
}

// Whether a block that several cases share was deleted for an earlier one.
static bool is_gone(const struct fork *fork, unsigned side) {
    for (unsigned i = 0; i < side; i++)
        if (fork->sides[i] == fork->sides[side])
            return true;
    return false;
}

static void flatten(LLVMBuilderRef builder, const struct fork *fork) {
    for (unsigned i = 0; i < fork->count; i++)
        hoist_side(builder, fork, fork->sides[i]);
    for (LLVMValueRef next = LLVMGetFirstInstruction(fork->meet), phi;
         LLVMIsAPHINode(phi = next);) {
        next = LLVMGetNextInstruction(phi);
        select_phi(builder, fork, phi);
    }
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(fork->from);
    LLVMPositionBuilderBefore(builder, branch);
    LLVMBuildBr(builder, fork->meet);
    LLVMInstructionEraseFromParent(branch);
    for (unsigned i = 0; i < fork->count; i++)
        if (fork->sides[i] != fork->from && !is_gone(fork, i))
            LLVMDeleteBasicBlock(fork->sides[i]);
}

void oc_flatten(struct oc_ir *ir, LLVMValueRef function) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    struct fork fork;
    for (bool changed = true; changed;) {
        changed = false;
        OC_EACH_BLOCK (block, function) {
            while (find_fork(block, &fork)) {
                flatten(builder, &fork);
                changed = true;
            }
        }
    }
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef larger(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef left,
                           LLVMValueRef right) {
    static const char name[] = "llvm.umax";
    LLVMTypeRef type = LLVMTypeOf(left);
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(ir->module, id, &type, 1);
    LLVMTypeRef function_type = LLVMIntrinsicGetType(ir->context, id, &type, 1);
    return LLVMBuildCall2(builder, function_type, function, (LLVMValueRef[]){left, right}, 2, "");
}

void oc_flatten_saturating(struct oc_ir *ir, LLVMValueRef function) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef next = LLVMGetFirstInstruction(block), call; (call = next);) {
            next = LLVMGetNextInstruction(call);
            if (!oc_starts_with(oc_ir_callee_name(call), "llvm.usub.sat.i"))
                continue;
            LLVMValueRef left = LLVMGetOperand(call, 0), right = LLVMGetOperand(call, 1);
            LLVMPositionBuilderBefore(builder, call);
            LLVMValueRef most = larger(ir, builder, left, right);
            LLVMReplaceAllUsesWith(call, LLVMBuildNUWSub(builder, most, right, ""));
            LLVMInstructionEraseFromParent(call);
        }
    LLVMDisposeBuilder(builder);
}

// Whether control cannot reach a block, which may have a loop's way out before it.
static bool is_dead(LLVMBasicBlockRef block) {
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    if (LLVMIsABranchInst(first) && !LLVMIsConditional(first))
        first = LLVMGetFirstInstruction(LLVMGetSuccessor(first, 0));
    return LLVMIsAUnreachableInst(first);
}

void oc_flatten_defaults(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef choice = LLVMGetBasicBlockTerminator(block);
        unsigned sides = LLVMGetNumSuccessors(choice);
        if (!LLVMIsASwitchInst(choice) || sides < 2 || !is_dead(LLVMGetSwitchDefaultDest(choice)))
            continue;
        LLVMBasicBlockRef last = LLVMGetSuccessor(choice, sides - 1);
        LLVMSetSuccessor(choice, 0, last);
        OC_EACH_INSTRUCTION (phi, last) {
            if (!LLVMIsAPHINode(phi))
                break;
            LLVMValueRef value = oc_edit_incoming(phi, block);
            LLVMAddIncoming(phi, &value, &block, 1);
        }
    }
}
