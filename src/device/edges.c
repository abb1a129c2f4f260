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

void oc_edges_meet(struct oc_edit *edit, LLVMValueRef function, const struct oc_edges *main,
                   const struct oc_edges *others) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef first = oc_edge_target(main->items[0]),
                      end = oc_edit_append_block(edit, function),
                      after = oc_edit_append_block(edit, function);
    LLVMBasicBlockRef *targets = OC_NEW_ARRAY(edit->ir->arena, others->count, LLVMBasicBlockRef);
    oc_edit_before(edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef variable = LLVMBuildAlloca(builder, edit->i32, "");
    for (size_t i = 0; i < main->count; i++)
        redirect(edit, main->items[i], variable, 0, end);
    for (size_t i = 0; i < others->count; i++) {
        targets[i] = oc_edge_target(others->items[i]);
        redirect(edit, others->items[i], variable, (unsigned)i + 1, end);
    }
    oc_edit_at_end(edit, end, NULL);
    LLVMValueRef went = LLVMBuildLoad2(builder, edit->i32, variable, "");
    LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, went, ""), first, after);
    for (size_t i = 0; i + 1 < others->count; i++) {
        LLVMBasicBlockRef other = oc_edit_append_block(edit, function);
        oc_edit_at_end(edit, after, NULL);
        LLVMValueRef number = LLVMConstInt(edit->i32, i + 1, false);
        LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, went, number, ""), targets[i],
                        other);
        after = other;
    }
    oc_edit_at_end(edit, after, NULL);
    LLVMBuildBr(builder, targets[others->count - 1]);
}
