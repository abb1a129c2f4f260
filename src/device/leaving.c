#include "device/leaving.h"

#include "base/text.h"
#include "device/dominators.h"
#include "device/edges.h"
#include "device/heads.h"
#include "device/structure.h"

struct function {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef value;
    struct oc_dominators dominators; // for its blocks, by number
};

static bool is_barrier(LLVMValueRef callee) {
    return oc_starts_with(oc_ir_name(callee), "llvm.amdgcn.s.barrier");
}

// Whether a call waits at a barrier, itself or in what it calls.
static bool waits(struct oc_ir *ir, LLVMValueRef instruction) {
    LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
    struct oc_values reached = {.arena = ir->arena};
    if (!callee || is_barrier(callee) || LLVMIsDeclaration(callee))
        return callee && is_barrier(callee);
    oc_ir_collect_reachable(callee, &reached);
    for (size_t i = 0; i < reached.count; i++)
        if (is_barrier(reached.items[i]))
            return true;
    return false;
}

static bool has_accesses(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef pointer = LLVMIsALoadInst(instruction)    ? LLVMGetOperand(instruction, 0)
                               : LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1)
                                                               : NULL;
        bool is_variable = pointer && LLVMIsAAllocaInst(pointer);
        if (!LLVMIsATerminatorInst(instruction) && !is_variable &&
            (pointer || oc_ir_has_effect(instruction)))
            return true;
    }
    return false;
}

// For each block, whether control can come from its beginning to a barrier.
static bool *find_waiting(const struct function *function) {
    const struct oc_dominators *blocks = &function->dominators;
    bool *waiting = OC_NEW_ARRAY(function->ir->arena, blocks->count, bool);
    for (size_t i = 0; i < blocks->count; i++)
        OC_EACH_INSTRUCTION (instruction, blocks->blocks[i])
            waiting[i] = waiting[i] || waits(function->ir, instruction);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = blocks->count; i-- > 0;)
            for (size_t s = 0; s < blocks->next[i].count && !waiting[i]; s++)
                changed |= waiting[i] = waiting[blocks->next[i].items[s]];
    }
    return waiting;
}

static void add_reached(const struct function *function, bool *reached, size_t from) {
    if (reached[from])
        return;
    reached[from] = true;
    for (size_t s = 0; s < function->dominators.next[from].count; s++)
        add_reached(function, reached, function->dominators.next[from].items[s]);
}

// A branch at which threads leave the way to a barrier.
struct guard {
    LLVMBasicBlockRef block;
    unsigned side; // the number of the successor that leads to the barrier
    bool *left;    // the blocks that those come to that leave, by number
};

// Whether threads that leave at a branch access memory then.
static bool read_guard(const struct function *function, const bool *waiting, LLVMValueRef branch,
                       struct guard *out) {
    const struct oc_dominators *blocks = &function->dominators;
    size_t next[2];
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return false;
    for (unsigned s = 0; s < 2; s++)
        next[s] = oc_dominators_number(blocks, LLVMGetSuccessor(branch, s));
    if (waiting[next[0]] == waiting[next[1]])
        return false;
    unsigned side = waiting[next[0]] ? 0 : 1;
    bool accesses = false, *left = OC_NEW_ARRAY(function->ir->arena, blocks->count, bool);
    add_reached(function, left, next[1 - side]);
    for (size_t i = 0; i < blocks->count; i++)
        accesses = accesses || (left[i] && has_accesses(blocks->blocks[i]));
    *out = (struct guard){LLVMGetInstructionParent(branch), side, left};
    return accesses;
}

// Finds such branches that not all lanes of a wavefront take alike.
static void find(const struct function *function, struct oc_values *out) {
    const struct oc_dominators *blocks = &function->dominators;
    const bool *waiting = find_waiting(function);
    struct oc_heads *heads =
        oc_heads_begin(function->ir, function->lowering, function->value, false);
    struct guard guard;
    for (size_t i = 0; i < blocks->count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(blocks->blocks[i]);
        if (!read_guard(function, waiting, branch, &guard))
            continue;
        struct oc_head head = oc_heads_of(heads, branch);
        if (head.differs || head.block != blocks->blocks[0])
            oc_values_add(out, branch);
    }
}

// Copies a block, and notes the copies of its instructions. They still have the operands of the
// originals.
static void copy_block(struct oc_edit *edit, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                       struct oc_map *copies) {
    OC_EACH_INSTRUCTION (instruction, from) {
        LLVMValueRef copy = LLVMInstructionClone(instruction);
        oc_edit_at_end(edit, to, instruction);
        LLVMInsertIntoBuilder(edit->builder, copy);
        oc_map_set(copies, instruction, (size_t)copy);
    }
}

// A copy of what threads do that leave, up to the returns; these lead to `end` instead, and are
// added to `returns`. Returns the first block.
static LLVMBasicBlockRef copy_left(struct oc_edit *edit, const struct function *function,
                                   const struct guard *guard, LLVMValueRef result,
                                   LLVMBasicBlockRef end, struct oc_edges *returns) {
    const struct oc_dominators *blocks = &function->dominators;
    struct oc_map copies = {.arena = edit->ir->arena};
    size_t copy;
    for (size_t i = 0; i < blocks->count; i++)
        if (guard->left[i]) {
            LLVMBasicBlockRef to = oc_edit_append_block(edit, function->value);
            oc_map_set(&copies, LLVMBasicBlockAsValue(blocks->blocks[i]),
                       (size_t)LLVMBasicBlockAsValue(to));
            copy_block(edit, blocks->blocks[i], to, &copies);
        }
    for (size_t i = 0; i < blocks->count; i++) {
        if (!guard->left[i])
            continue;
        oc_map_get(&copies, LLVMBasicBlockAsValue(blocks->blocks[i]), &copy);
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock((LLVMValueRef)copy);
        OC_EACH_INSTRUCTION (instruction, block)
            for (int o = 0; o < LLVMGetNumOperands(instruction); o++)
                if (oc_map_get(&copies, LLVMGetOperand(instruction, (unsigned)o), &copy))
                    LLVMSetOperand(instruction, (unsigned)o, (LLVMValueRef)copy);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (!LLVMIsAReturnInst(last))
            continue;
        oc_edit_before(edit, last);
        if (result)
            LLVMBuildStore(edit->builder, LLVMGetOperand(last, 0), result);
        LLVMBuildBr(edit->builder, end);
        LLVMInstructionEraseFromParent(last);
        oc_edges_add(edit->ir, returns, block, 0);
    }
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(guard->block);
    oc_map_get(&copies, LLVMBasicBlockAsValue(LLVMGetSuccessor(branch, 1 - guard->side)), &copy);
    return LLVMValueAsBasicBlock((LLVMValueRef)copy);
}

// Has threads that leave at a guard do what they do before the others go on. The function's values
// are in memory.
static void change(struct oc_ir *ir, const struct function *function, const struct guard *guard) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_edges stay = {0}, returns = {0};
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function->value));
    bool has_value = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    LLVMBasicBlockRef end = oc_edit_append_block(&edit, function->value);
    oc_edit_before(&edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function->value)));
    LLVMValueRef result = has_value ? LLVMBuildAlloca(edit.builder, type, "") : NULL;
    LLVMBasicBlockRef first = copy_left(&edit, function, guard, result, end, &returns);
    oc_edit_at_end(&edit, end, LLVMGetBasicBlockTerminator(guard->block));
    if (result)
        LLVMBuildRet(edit.builder, LLVMBuildLoad2(edit.builder, type, result, ""));
    else
        LLVMBuildRetVoid(edit.builder);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(guard->block), 1 - guard->side, first);
    oc_edges_add(ir, &stay, guard->block, guard->side);
    if (returns.count)
        oc_edges_meet(&edit, function->value, &stay, &returns);
    oc_edit_end(&edit);
}

static bool has_barrier(struct oc_ir *ir, LLVMValueRef value) {
    OC_EACH_BLOCK (block, value)
        OC_EACH_INSTRUCTION (instruction, block)
            if (waits(ir, instruction))
                return true;
    return false;
}

static bool finish(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef value) {
    struct function function = {.ir = ir, .lowering = lowering, .value = value};
    struct oc_values branches = {.arena = ir->arena};
    struct guard guard;
    if (!has_barrier(ir, value))
        return true;
    oc_dominators_read(ir->arena, value, &function.dominators);
    find(&function, &branches);
    if (!branches.count)
        return true;
    if (!oc_structure_run(ir, value, "reg2mem"))
        return false;
    for (size_t i = 0; i < branches.count; i++) {
        oc_dominators_read(ir->arena, value, &function.dominators);
        if (read_guard(&function, find_waiting(&function), branches.items[i], &guard))
            change(ir, &function, &guard);
    }
    return oc_ir_has_attribute(value, "optnone") ||
           oc_ir_run_on_function(ir, value, "sroa,early-cse", NULL);
}

bool oc_leaving_finish(struct oc_ir *ir, const struct oc_lowering *lowering) {
    bool done = true;
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function))
            done = done && finish(ir, lowering, function);
    return done;
}
