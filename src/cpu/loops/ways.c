#include "cpu/loops/ways.h"

#include "cpu/loops/build.h"

size_t oc_ways_target(const struct oc_targets *targets, LLVMBasicBlockRef block) {
    size_t i = 0;
    while (i < targets->count && targets->items[i] != block)
        i++;
    return i;
}

void oc_ways_add_target(struct oc_targets *targets, LLVMBasicBlockRef block) {
    if (oc_ways_target(targets, block) == targets->count)
        targets->items[targets->count++] = block;
}

void oc_ways_replace_phi(LLVMBuilderRef builder, LLVMValueRef phi,
                         bool (*leave)(const void *data, LLVMBasicBlockRef block), const void *data,
                         LLVMValueRef value, LLVMBasicBlockRef from) {
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef replaced = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef other = LLVMGetIncomingValue(phi, i);
        if (!leave(data, block))
            LLVMAddIncoming(replaced, &other, &block, 1);
    }
    LLVMAddIncoming(replaced, &value, &from, 1);
    LLVMReplaceAllUsesWith(phi, replaced);
    LLVMInstructionEraseFromParent(phi);
}

static LLVMValueRef either_value(const struct oc_threads *threads, LLVMValueRef condition,
                                 LLVMValueRef yes, LLVMValueRef no) {
    if (yes == no || LLVMIsPoison(no))
        return yes;
    return LLVMIsPoison(yes) ? no : oc_build_either(threads, condition, yes, no);
}

void oc_ways_redirect(const struct oc_threads *threads, const struct oc_way *ways, unsigned count,
                      LLVMBasicBlockRef to, LLVMValueRef const *phis, size_t phi_count,
                      LLVMValueRef (*value_on)(const void *data, size_t phi,
                                               const struct oc_way *way),
                      const void *data) {
    LLVMBasicBlockRef from = ways->from;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    LLVMPositionBuilderBefore(threads->builder, branch);
    for (size_t i = 0; i < phi_count; i++) {
        LLVMValueRef value = value_on(data, i, &ways[count - 1]);
        if (count == 2)
            value = either_value(threads, LLVMGetCondition(branch), value_on(data, i, ways), value);
        LLVMAddIncoming(phis[i], &value, &from, 1);
    }
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        if (count == 2 || LLVMGetSuccessor(branch, s) == ways->to)
            LLVMSetSuccessor(branch, s, to);
    if (count == 2) {
        LLVMBuildBr(threads->builder, to);
        LLVMInstructionEraseFromParent(branch);
    }
}

LLVMBasicBlockRef oc_ways_dispatch(const struct oc_threads *threads, LLVMValueRef which,
                                   const struct oc_targets *targets, LLVMBasicBlockRef *froms) {
    LLVMBasicBlockRef first = oc_build_block(threads, "dispatch"), block = first;
    for (size_t i = 0;; i++) {
        LLVMBuilderRef builder = oc_build_at_end(threads, block);
        froms[i] = block;
        if (i + 1 == targets->count) {
            LLVMBuildBr(builder, targets->items[i]);
            return first;
        }
        LLVMBasicBlockRef next = oc_build_block(threads, "dispatch");
        LLVMValueRef number = LLVMConstInt(threads->i32, i, false);
        LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, which, number, ""),
                        targets->items[i], next);
        block = next;
    }
}
