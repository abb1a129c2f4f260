#include "cpu/loops/connect.h"

#include "base/names.h"
#include "cpu/loops/build.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/questions.h"
#include "cpu/loops/slots.h"

LLVMBasicBlockRef oc_connect_target(const struct oc_threads *threads, LLVMBasicBlockRef exit,
                                    long node) {
    long region = oc_regions_at(threads->regions, node);
    return region == OC_NO_NODE ? exit : threads->loops[region].first;
}

// The region's last branch moves to after its loops, with the value that it depends on.
static void move_branch(struct oc_threads *threads, LLVMBasicBlockRef exit, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    const struct oc_node *node = &threads->body->nodes[threads->regions->items[region].branch];
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(node->block);
    LLVMValueRef moved = LLVMInstructionClone(branch);
    LLVMValueRef condition = LLVMGetNumSuccessors(branch) > 1 ? LLVMGetOperand(branch, 0) : NULL;
    LLVMValueRef any = condition ? oc_questions_answer(threads, region, condition) : NULL;
    if (any) {
        LLVMSetOperand(moved, 0, any);
    } else if (condition && LLVMIsAInstruction(condition) && loops->loops &&
               !oc_carry_hoist(threads, region, condition)) {
        LLVMTypeRef type = LLVMTypeOf(condition);
        LLVMValueRef variable = oc_slots_variable(threads, type);
        LLVMPositionBuilderBefore(threads->builder, branch);
        LLVMBuildStore(threads->builder, condition, variable);
        oc_build_at_end(threads, loops->last);
        LLVMSetOperand(moved, 0, LLVMBuildLoad2(threads->builder, type, variable, ""));
    }
    LLVMInsertIntoBuilder(oc_build_at_end(threads, loops->last), moved);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(moved); s++)
        LLVMSetSuccessor(
            moved, s,
            oc_connect_target(threads, exit,
                              oc_body_node(threads->body, LLVMGetSuccessor(moved, s))));
    LLVMInstructionEraseFromParent(branch);
    LLVMBuildBr(oc_build_at_end(threads, node->block), loops->latch);
}

// Where a region comes after a barrier of groups or a step of one, that stays, once for all of the
// region's threads (groups.h).
static void keep_barrier(struct oc_threads *threads, size_t region) {
    const struct oc_node *head = &threads->body->nodes[threads->regions->items[region].head];
    LLVMValueRef call = NULL;
    if (head->before_count == 1 && threads->body->nodes[head->before[0]].barrier)
        call = oc_body_kept_barrier(threads->body->nodes[head->before[0]].block);
    if (!call)
        return;
    LLVMValueRef at = LLVMGetFirstInstruction(threads->loops[region].first);
    while (at && LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    if (at)
        LLVMPositionBuilderBefore(threads->builder, at);
    else
        oc_build_at_end(threads, threads->loops[region].first);
    LLVMInsertIntoBuilder(threads->builder, LLVMInstructionClone(call));
}

void oc_connect_region(struct oc_threads *threads, LLVMBasicBlockRef exit, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    const struct oc_region *nodes = &threads->regions->items[region];
    keep_barrier(threads, region);
    LLVMBuildBr(oc_build_at_end(threads, loops->inner), threads->body->nodes[nodes->head].block);
    LLVMBuildBr(oc_build_at_end(threads, loops->first), loops->nest);
    for (size_t n = 0; n < nodes->count; n++) {
        LLVMValueRef terminator =
            LLVMGetBasicBlockTerminator(threads->body->nodes[nodes->nodes[n]].block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            long node = oc_body_node(threads->body, LLVMGetSuccessor(terminator, s));
            if ((long)nodes->nodes[n] != nodes->branch &&
                threads->regions->of_node[node] != (long)region)
                LLVMSetSuccessor(terminator, s, loops->latch);
        }
    }
    if (nodes->branch != OC_NO_NODE)
        move_branch(threads, exit, region);
    else
        LLVMBuildBr(oc_build_at_end(threads, loops->last),
                    oc_connect_target(threads, exit, nodes->next));
}
