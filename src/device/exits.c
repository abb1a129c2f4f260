#include "device/exits.h"

#include "base/map.h"
#include "device/barriers.h"
#include "device/dominators.h"
#include "device/edges.h"
#include "device/structure.h"
#include "ir/copies.h"

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

// Has a thread end if a condition holds. LLVM's intrinsic for that is known not to read memory, so
// stores before it would count as dead; and it would part the threads.
static void build_exit(struct oc_edit *edit, LLVMValueRef condition) {
    static const char text[] = "@$0 exit;", constraints[] = "b,~{memory}";
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(edit->ir->context), &edit->i1, 1, false);
    LLVMValueRef code =
        LLVMGetInlineAsm(type, text, sizeof text - 1, constraints, sizeof constraints - 1, true,
                         false, LLVMInlineAsmDialectATT, false);
    LLVMBuildCall2(edit->builder, type, code, &condition, 1, "");
}

static void add_once(struct oc_map *known, struct oc_values *found, LLVMBasicBlockRef block) {
    if (!oc_map_get(known, block, NULL))
        oc_values_add(found, LLVMBasicBlockAsValue(block));
    oc_map_set(known, block, 1);
}

// The blocks that threads go through that leave by some edges.
static struct oc_values follow(struct oc_ir *ir, const struct oc_edge *edges, size_t count) {
    struct oc_values found = {.arena = ir->arena};
    struct oc_map known = {.arena = ir->arena};
    for (size_t i = 0; i < count; i++)
        add_once(&known, &found, oc_edge_target(edges[i]));
    for (size_t i = 0; i < found.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(found.items[i]));
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            add_once(&known, &found, LLVMGetSuccessor(end, s));
    }
    return found;
}

// Leads the threads that leave at the end of a block through a copy of what they do. Then they come
// to where the others go on, and end there.
static void lead(struct oc_edit *edit, const struct oc_edge *edges, size_t count,
                 LLVMBasicBlockRef staying) {
    struct oc_map copies = {.arena = edit->ir->arena};
    LLVMBasicBlockRef from = edges[0].from, meeting = oc_edit_block_before(edit, staying);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    const struct oc_values blocks = follow(edit->ir, edges, count);
    oc_copy_blocks(edit->ir, edit->builder, LLVMGetBasicBlockParent(from), &blocks, &copies);
    oc_edit_at_end(edit, meeting, branch);
    LLVMValueRef leaves = LLVMBuildPhi(edit->builder, edit->i1, "");
    LLVMValueRef no = LLVMConstNull(edit->i1), yes = LLVMConstInt(edit->i1, 1, false);
    build_exit(edit, leaves);
    LLVMBuildBr(edit->builder, staying);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        if (LLVMGetSuccessor(branch, s) == staying) {
            LLVMSetSuccessor(branch, s, meeting);
            LLVMAddIncoming(leaves, &no, &from, 1);
        }
    for (size_t i = 0; i < count; i++)
        LLVMSetSuccessor(branch, edges[i].successor,
                         oc_copy_of_block(&copies, oc_edge_target(edges[i])));
    for (size_t i = 0; i < blocks.count; i++) {
        LLVMBasicBlockRef copy = oc_copy_of_block(&copies, LLVMValueAsBasicBlock(blocks.items[i]));
        LLVMValueRef end = LLVMGetBasicBlockTerminator(copy);
        if (!LLVMIsAReturnInst(end))
            continue;
        oc_edit_before(edit, end);
        LLVMBuildBr(edit->builder, meeting);
        LLVMInstructionEraseFromParent(end);
        LLVMAddIncoming(leaves, &yes, &copy, 1);
    }
}

// Does that for all edges, which are in the order of their blocks.
static void lead_all(struct oc_ir *ir, const struct oc_dominators *blocks, const bool *stays,
                     const struct oc_edges *edges) {
    struct oc_edit edit = oc_edit_begin(ir);
    for (size_t i = 0, next; i < edges->count; i = next) {
        LLVMBasicBlockRef from = edges->items[i].from, staying = NULL;
        const struct oc_numbers *after = &blocks->next[oc_dominators_number(blocks, from)];
        for (size_t s = 0; !staying && s < after->count; s++)
            staying = stays[after->items[s]] ? blocks->blocks[after->items[s]] : NULL;
        for (next = i; next < edges->count && edges->items[next].from == from;)
            next++;
        lead(&edit, &edges->items[i], next - i, staying);
    }
    oc_edit_end(&edit);
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
    const bool *stays = find_staying(ir, &blocks, calls);
    find_edges(ir, &blocks, stays, &edges);
    lead_all(ir, &blocks, stays, &edges);
    *any = true;
    return oc_structure_run(ir, function, "sroa,loop-simplify");
}
