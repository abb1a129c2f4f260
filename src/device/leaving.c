#include "device/leaving.h"

#include "device/barriers.h"
#include "device/dominators.h"
#include "device/edges.h"
#include "device/heads.h"
#include "device/structure.h"

struct function {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef value;
    const struct oc_values *waiting; // functions that may wait at a barrier
    struct oc_dominators dominators; // of its blocks
};

// Adds the barriers of a module, and the functions that may call one.
static void find_waiting_functions(struct oc_ir *ir, struct oc_values *out) {
    OC_EACH_FUNCTION (function, ir->module)
        if (oc_barriers_may_wait(ir, function))
            oc_values_add(out, function);
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
            waiting[i] =
                waiting[i] || (oc_ir_is_call(instruction) &&
                               oc_values_contain(function->waiting, oc_ir_callee(instruction)));
    oc_dominators_spread_back(function->ir->arena, blocks, waiting, blocks->count);
    return waiting;
}

static void add_reached(const struct function *function, bool *reached, size_t from) {
    if (reached[from])
        return;
    reached[from] = true;
    for (size_t s = 0; s < function->dominators.next[from].count; s++)
        add_reached(function, reached, function->dominators.next[from].items[s]);
}

// A branch of which one side leads to a barrier and the other does not. Threads that take the other
// side leave.
struct guard {
    LLVMBasicBlockRef block; // that ends with the branch
    unsigned side;           // the number of the successor from which a barrier can be reached
    bool *left;              // for each block, by number: the other side leads to it
};

// Sets *out if a branch is a guard. Returns whether threads that leave access memory then.
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

// Finds the guards after which threads access memory, and that lanes of one wavefront may take
// differently.
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

static bool finish(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef value,
                   const struct oc_values *waiting) {
    struct function function = {.ir = ir, .lowering = lowering, .value = value, .waiting = waiting};
    struct oc_values branches = {.arena = ir->arena};
    struct guard guard;
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
    struct oc_values waiting = {.arena = ir->arena};
    bool done = true;
    find_waiting_functions(ir, &waiting);
    for (size_t i = 0; i < waiting.count; i++)
        if (!LLVMIsDeclaration(waiting.items[i]))
            done = done && finish(ir, lowering, waiting.items[i], &waiting);
    return done;
}
