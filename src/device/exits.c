#include "device/exits.h"

#include "base/map.h"
#include "device/barriers.h"
#include "device/dominators.h"
#include "device/edges.h"
#include "device/structure.h"

// ---- The end of a kernel -----------------------------------------------------------------------

// Whether nothing is done after an instruction but to return.
static bool is_last(LLVMValueRef instruction) {
    enum { MOST_BLOCKS = 8 };
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    for (unsigned blocks = 0; blocks < MOST_BLOCKS;) {
        if (LLVMIsAReturnInst(next))
            return true;
        if (LLVMIsABranchInst(next) && LLVMGetNumSuccessors(next) == 1) {
            next = LLVMGetFirstInstruction(LLVMGetSuccessor(next, 0));
            blocks++;
            continue;
        }
        if (LLVMIsATerminatorInst(next) || !oc_ir_only_computes(next))
            return false;
        next = LLVMGetNextInstruction(next);
    }
    return false;
}

// Whether threads that return from a function have nothing else to do.
static bool ends_threads(const struct oc_lowering *lowering, LLVMValueRef function) {
    enum { MOST_CALLS = 8 };
    for (unsigned calls = 0; calls < MOST_CALLS; calls++) {
        if (LLVMGetFunctionCallConv(function) == lowering->entry_convention)
            return true;
        LLVMUseRef use = LLVMGetFirstUse(function);
        LLVMValueRef call = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
        if (LLVMGetLinkage(function) != LLVMInternalLinkage || !call || !LLVMIsACallInst(call) ||
            oc_ir_callee(call) != function || !is_last(call))
            return false;
        function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    }
    return false;
}

// ---- Which threads -----------------------------------------------------------------------------

// Finds, by block, whether control can come from there to one of the calls, or to a barrier.
static bool *find_staying(struct oc_ir *ir, const struct oc_dominators *blocks,
                          const struct oc_values *calls) {
    bool *stays = OC_NEW_ARRAY(ir->arena, blocks->count, bool);
    for (size_t i = 0; i < calls->count; i++) {
        size_t block = oc_dominators_number(blocks, LLVMGetInstructionParent(calls->items[i]));
        if (block < blocks->count)
            stays[block] = true;
    }
    for (size_t i = 0; i < blocks->count; i++)
        stays[i] |= oc_barriers_block_may_wait(ir, blocks->blocks[i]);
    oc_dominators_spread_back(ir->arena, blocks, stays, blocks->count);
    return stays;
}

// Finds the edges by which threads leave while others may stay.
static void find_edges(struct oc_ir *ir, const struct oc_dominators *blocks, const bool *stays,
                       struct oc_edges *out) {
    for (size_t i = 0; i < blocks->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->blocks[i]);
        bool any = false;
        for (size_t s = 0; s < blocks->next[i].count; s++)
            any |= stays[blocks->next[i].items[s]];
        for (unsigned s = 0; any && s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, s);
            if (!stays[oc_dominators_number(blocks, to)] &&
                !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(to)))
                oc_edges_add(ir, out, blocks->blocks[i], s);
        }
    }
}

// ---- What they do ------------------------------------------------------------------------------

struct copies {
    struct oc_edit edit;
    LLVMValueRef function;
    struct oc_map blocks;     // by block: the copy
    struct oc_values waiting; // blocks that have an empty copy
};

static LLVMBasicBlockRef copy_of(struct copies *copies, LLVMBasicBlockRef block) {
    size_t known;
    if (oc_map_get(&copies->blocks, block, &known))
        return (LLVMBasicBlockRef)known;
    LLVMBasicBlockRef copy = oc_edit_append_block(&copies->edit, copies->function);
    oc_map_set(&copies->blocks, block, (size_t)copy);
    oc_values_add(&copies->waiting, LLVMBasicBlockAsValue(block));
    return copy;
}

// Ends the thread. LLVM's intrinsic for that is known not to read memory, so stores before it would
// count as dead.
static void build_exit(struct oc_edit *edit) {
    static const char text[] = "exit;", constraints[] = "~{memory}";
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(edit->ir->context), NULL, 0, false);
    LLVMValueRef code =
        LLVMGetInlineAsm(type, text, sizeof text - 1, constraints, sizeof constraints - 1, true,
                         false, LLVMInlineAsmDialectATT, false);
    LLVMBuildCall2(edit->builder, type, code, NULL, 0, "");
    LLVMBuildUnreachable(edit->builder);
}

// Fills in a copy. Values that other blocks use are in memory.
static void fill(struct copies *copies, LLVMBasicBlockRef block) {
    struct oc_map values = {.arena = copies->edit.ir->arena};
    LLVMBasicBlockRef copy = copy_of(copies, block);
    LLVMBuilderRef builder = copies->edit.builder;
    OC_EACH_INSTRUCTION (instruction, block) {
        LLVMPositionBuilderAtEnd(builder, copy);
        if (LLVMIsAReturnInst(instruction)) {
            oc_edit_at_end(&copies->edit, copy, instruction);
            build_exit(&copies->edit);
            continue;
        }
        LLVMValueRef clone = LLVMInstructionClone(instruction);
        LLVMInsertIntoBuilder(builder, clone);
        oc_map_set(&values, instruction, (size_t)clone);
        for (int i = 0; i < LLVMGetNumOperands(clone); i++) {
            LLVMValueRef operand = LLVMGetOperand(clone, (unsigned)i);
            size_t known;
            if (LLVMIsAInstruction(operand) && oc_map_get(&values, operand, &known))
                LLVMSetOperand(clone, (unsigned)i, (LLVMValueRef)known);
        }
        for (unsigned s = 0; LLVMIsATerminatorInst(clone) && s < LLVMGetNumSuccessors(clone); s++)
            LLVMSetSuccessor(clone, s, copy_of(copies, LLVMGetSuccessor(clone, s)));
    }
}

bool oc_exits_make(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef function,
                   const struct oc_values *calls, bool *any) {
    struct oc_edges edges = {0};
    struct oc_dominators blocks;
    *any = false;
    if (!ends_threads(lowering, function))
        return true;
    oc_dominators_read(ir->arena, function, &blocks);
    find_edges(ir, &blocks, find_staying(ir, &blocks, calls), &edges);
    if (!edges.count)
        return true;
    if (!oc_structure_run(ir, function, "reg2mem"))
        return false;
    // Blocks that reg2mem adds are of edges.
    edges.count = 0;
    oc_dominators_read(ir->arena, function, &blocks);
    find_edges(ir, &blocks, find_staying(ir, &blocks, calls), &edges);
    struct copies copies = {.edit = oc_edit_begin(ir),
                            .function = function,
                            .blocks = {.arena = ir->arena},
                            .waiting = {.arena = ir->arena}};
    for (size_t i = 0; i < edges.count; i++)
        LLVMSetSuccessor(LLVMGetBasicBlockTerminator(edges.items[i].from), edges.items[i].successor,
                         copy_of(&copies, oc_edge_target(edges.items[i])));
    while (copies.waiting.count)
        fill(&copies, LLVMValueAsBasicBlock(copies.waiting.items[--copies.waiting.count]));
    oc_edit_end(&copies.edit);
    *any = true;
    return oc_structure_run(ir, function, "sroa,loop-simplify");
}
