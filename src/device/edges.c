#include "device/edges.h"

void oc_edges_add(struct oc_ir *ir, struct oc_edges *edges, LLVMBasicBlockRef from,
                  unsigned successor) {
    edges->items = oc_arena_grow(ir->arena, edges->items, edges->count, &edges->capacity,
                                 sizeof *edges->items);
    edges->items[edges->count++] = (struct oc_edge){from, successor};
}

LLVMBasicBlockRef oc_edge_target(struct oc_edge edge) {
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(edge.from), edge.successor);
}

// Where edges went, by the number that they store.
struct targets {
    LLVMBasicBlockRef *items;
    unsigned count;
};

// The number of an edge's target, from `first` on; targets that are among them already have one.
static unsigned number_target(struct targets *targets, unsigned first, struct oc_edge edge) {
    LLVMBasicBlockRef target = oc_edge_target(edge);
    for (unsigned i = first; i < targets->count; i++)
        if (targets->items[i] == target)
            return i;
    targets->items[targets->count] = target;
    return targets->count++;
}

// An edge goes to `to` by a block of its own, which stores where it went.
static void redirect(struct oc_edit *edit, struct oc_edge edge, LLVMValueRef variable,
                     unsigned number, LLVMBasicBlockRef to) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(edge.from);
    LLVMBasicBlockRef block = oc_edit_block_before(edit, to);
    oc_edit_at_end(edit, block, branch);
    LLVMBuildStore(edit->builder, LLVMConstInt(edit->i32, number, false), variable);
    LLVMBuildBr(edit->builder, to);
    LLVMSetSuccessor(branch, edge.successor, block);
}

static void redirect_all(struct oc_edit *edit, const struct oc_edges *edges, LLVMValueRef variable,
                         struct targets *targets, LLVMBasicBlockRef to) {
    unsigned first = targets->count;
    for (size_t i = 0; i < edges->count; i++)
        redirect(edit, edges->items[i], variable, number_target(targets, first, edges->items[i]),
                 to);
}

// Leads to the targets from number `first` on, before `end`. Returns the block that does. Each
// block loads the number anew: its edges may be led elsewhere later, so that other ways come there.
static LLVMBasicBlockRef lead_on(struct oc_edit *edit, LLVMValueRef function, LLVMValueRef variable,
                                 const struct targets *targets, unsigned first, unsigned end) {
    LLVMBasicBlockRef start = targets->items[first], last = NULL;
    for (unsigned i = end; i-- > first;) {
        LLVMBasicBlockRef block = last ? oc_edit_append_block(edit, function) : targets->items[i];
        if (last) {
            LLVMValueRef number = LLVMConstInt(edit->i32, i, false);
            oc_edit_at_end(edit, block, NULL);
            LLVMValueRef went = LLVMBuildLoad2(edit->builder, edit->i32, variable, "");
            LLVMBuildCondBr(edit->builder,
                            LLVMBuildICmp(edit->builder, LLVMIntEQ, went, number, ""),
                            targets->items[i], last);
        }
        start = last = block;
    }
    return start;
}

void oc_edges_meet(struct oc_edit *edit, LLVMValueRef function, const struct oc_edges *stay,
                   const struct oc_edges *leave) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef end = oc_edit_append_block(edit, function);
    struct targets targets = {
        OC_NEW_ARRAY(edit->ir->arena, stay->count + leave->count, LLVMBasicBlockRef), 0};
    oc_edit_before(edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef variable = LLVMBuildAlloca(builder, edit->i32, "");
    redirect_all(edit, stay, variable, &targets, end);
    unsigned staying = targets.count;
    redirect_all(edit, leave, variable, &targets, end);
    LLVMBasicBlockRef first = lead_on(edit, function, variable, &targets, 0, staying);
    LLVMBasicBlockRef other =
        leave->count ? lead_on(edit, function, variable, &targets, staying, targets.count) : NULL;
    oc_edit_at_end(edit, end, NULL);
    if (!other) {
        LLVMBuildBr(builder, first);
        return;
    }
    LLVMValueRef went = LLVMBuildLoad2(builder, edit->i32, variable, "");
    LLVMValueRef number = LLVMConstInt(edit->i32, staying, false);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, went, number, ""), first, other);
}
