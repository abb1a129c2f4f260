#include "cpu/loops/borrow.h"

#include "cpu/loops/build.h"
#include "ir/edit.h"
#include "ir/features.h"

enum { DEPTH = 12, MOST_BLOCKS = 4 };

// The blocks in which a lane with an element does its work, one after the other, and the block that
// all lanes come to then.
struct work {
    LLVMBasicBlockRef blocks[MOST_BLOCKS], meet;
    size_t count;
    bool chooses; // whether some load is of an element that a loaded number chooses
};

static bool find_work(const struct oc_guard *guard, struct work *out) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(guard->block);
    LLVMBasicBlockRef at = LLVMGetSuccessor(branch, guard->wanted ? 0 : 1);
    out->meet = LLVMGetSuccessor(branch, guard->wanted ? 1 : 0);
    out->chooses = false;
    for (out->count = 0; at != out->meet; at = LLVMGetSuccessor(branch, 0)) {
        branch = LLVMGetBasicBlockTerminator(at);
        if (out->count == MOST_BLOCKS || !oc_ir_only_predecessor(at) ||
            !LLVMIsABranchInst(branch) || LLVMIsConditional(branch))
            return false;
        out->blocks[out->count++] = at;
    }
    return out->count > 0;
}

// Whether only lanes that have done the work, and those without, come to where all meet.
static bool meets_alone(const struct work *work) {
    LLVMValueRef phi = LLVMGetFirstInstruction(work->meet);
    return LLVMIsAPHINode(phi) && LLVMCountIncoming(phi) == 2;
}

static bool is_of(const struct work *work, LLVMValueRef instruction) {
    for (size_t i = 0; i < work->count; i++)
        if (LLVMGetInstructionParent(instruction) == work->blocks[i])
            return true;
    return false;
}

bool oc_borrow_is_work(const struct oc_guard *guard, LLVMValueRef instruction) {
    struct work work;
    return find_work(guard, &work) && is_of(&work, instruction);
}

// Loads from arrays on the stack are of what the lane itself has kept.
static bool loads_element(LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) &&
           !LLVMIsAAllocaInst(oc_ir_base(LLVMGetOperand(instruction, 0)));
}

static bool is_computed(LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
           oc_ir_is_index_arithmetic(value);
}

// Whether a lane can find the place that another one finds: from that one's number. Sets
// work->chooses if data that the other one loads chooses the place.
static bool can_find(const struct oc_guards *guards, struct work *work, LLVMValueRef value,
                     int depth) {
    if (value == guards->loops->x || oc_guards_is_of_row(guards, value))
        return true;
    if (!depth || !LLVMIsAInstruction(value))
        return false;
    if (LLVMIsALoadInst(value)) {
        work->chooses = true;
        return loads_element(value) && is_of(work, value); // the other lane's
    }
    if (!is_computed(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_find(guards, work, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static bool may_trap(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return !oc_ir_divides_by_constant(instruction);
    default:
        return false;
    }
}

// Whether a load is of the element of the lane's own number, in an array on the stack.
static bool loads_own(const struct oc_guards *guards, LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    return LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
           LLVMIsAAllocaInst(LLVMGetOperand(address, 0)) &&
           LLVMGetOperand(address, 1) == guards->loops->x;
}

static bool can_do(const struct oc_guards *guards, struct work *work, LLVMValueRef instruction) {
    if (LLVMIsAPHINode(instruction) || LLVMIsAAllocaInst(instruction) ||
        !oc_ir_only_computes(instruction) || may_trap(instruction))
        return false;
    if (!LLVMIsALoadInst(instruction))
        return true;
    return loads_element(instruction)
               ? can_find(guards, work, LLVMGetOperand(instruction, 0), DEPTH)
               : loads_own(guards, instruction);
}

bool oc_borrow_can(const struct oc_guards *guards, const struct oc_guard *guard) {
    struct work work;
    if (!find_work(guard, &work) || !meets_alone(&work) || !oc_guards_in_region(guards, work.meet))
        return false;
    for (size_t i = 0; i < work.count; i++) {
        if (!oc_guards_in_region(guards, work.blocks[i]))
            return false;
        OC_EACH_INSTRUCTION (instruction, work.blocks[i])
            if (!LLVMIsATerminatorInst(instruction) && !can_do(guards, &work, instruction))
                return false;
    }
    return work.chooses || !oc_features_has(guards->threads->body->function, "avx2");
}

// ---- The change --------------------------------------------------------------------------------

struct borrowing {
    const struct oc_guards *guards;
    const struct oc_copy *copy;
    struct work work;    // in the copy
    LLVMValueRef lane;   // whose element the lane uses
    struct oc_map found; // what values are for that lane
};

// Builds what a value of the copy is for the other lane.
static LLVMValueRef find(struct borrowing *at, LLVMValueRef value) {
    size_t known;
    if (value == at->copy->x)
        return at->lane;
    if (!LLVMIsAInstruction(value) || !is_computed(value))
        return value;
    if (oc_map_get(&at->found, value, &known))
        return (LLVMValueRef)known;
    LLVMValueRef other = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(other, (unsigned)i, find(at, LLVMGetOperand(value, (unsigned)i)));
    LLVMInsertIntoBuilder(at->guards->threads->builder, other);
    oc_map_set(&at->found, value, (size_t)other);
    return other;
}

// Moves the work to before the branch, with the other lane's element.
static void move_work(struct borrowing *at) {
    for (size_t i = 0; i < at->work.count; i++)
        for (LLVMValueRef next = LLVMGetFirstInstruction(at->work.blocks[i]), instruction;
             (instruction = next) && !LLVMIsATerminatorInst(instruction);) {
            next = LLVMGetNextInstruction(instruction);
            if (loads_element(instruction))
                LLVMSetOperand(instruction, 0, find(at, LLVMGetOperand(instruction, 0)));
            LLVMInstructionRemoveFromParent(instruction);
            LLVMInsertIntoBuilder(at->guards->threads->builder, instruction);
        }
}

// Has a lane without an element keep what it had: LLVM would lead it around the work again if there
// were a branch.
static void select_results(const struct borrowing *at, LLVMBasicBlockRef from,
                           LLVMValueRef has_element) {
    LLVMBasicBlockRef last = at->work.blocks[at->work.count - 1];
    for (LLVMValueRef phi; LLVMIsAPHINode(phi = LLVMGetFirstInstruction(at->work.meet));) {
        LLVMReplaceAllUsesWith(phi, oc_build_either(at->guards->threads, has_element,
                                                    oc_edit_incoming(phi, last),
                                                    oc_edit_incoming(phi, from)));
        LLVMInstructionEraseFromParent(phi);
    }
}

// Whether a lane has an element. Numbers of lanes are short, and SSE has no comparison of 64 bits.
// A comparison without the difference would become one of 64 bits.
static LLVMValueRef build_has_element(const struct oc_threads *threads, LLVMValueRef x,
                                      const struct oc_guard *guard) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef low = LLVMBuildTrunc(builder, guard->low, threads->i32, ""),
                 high = LLVMBuildTrunc(builder, guard->high, threads->i32, ""),
                 lane = LLVMBuildTrunc(builder, x, threads->i32, "");
    return LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, lane, low, ""),
                         LLVMBuildSub(builder, high, low, ""), "");
}

// The lane itself if it has an element, else one that has.
static LLVMValueRef build_lane(const struct oc_threads *threads, LLVMValueRef x,
                               const struct oc_guard *guard) {
    LLVMValueRef last = oc_build_minus(threads, guard->high, oc_build_number(threads, 1)),
                 least = oc_build_least(threads, x, last);
    return oc_build_either(threads, oc_build_less(threads, least, guard->low), guard->low, least);
}

void oc_borrow_make(const struct oc_guards *guards, const struct oc_guard *guard,
                    const struct oc_copy *copy) {
    const struct oc_threads *threads = guards->threads;
    struct borrowing at = {guards, copy, .found = {.arena = threads->ir->arena}};
    LLVMBasicBlockRef from = oc_copy_of_block(&copy->values, guard->block);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    find_work(guard, &at.work);
    at.work.meet = oc_copy_of_block(&copy->values, at.work.meet);
    for (size_t i = 0; i < at.work.count; i++)
        at.work.blocks[i] = oc_copy_of_block(&copy->values, at.work.blocks[i]);
    oc_build_at_end(threads, from);
    LLVMValueRef has_element = build_has_element(threads, copy->x, guard);
    at.lane = build_lane(threads, copy->x, guard);
    move_work(&at);
    select_results(&at, from, has_element);
    LLVMBuildBr(threads->builder, at.work.blocks[0]);
    LLVMInstructionEraseFromParent(branch);
}
