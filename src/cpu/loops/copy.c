#include "cpu/loops/copy.h"

#include "cpu/loops/build.h"

LLVMValueRef oc_copy_of(const struct oc_copy *copy, LLVMValueRef value) {
    size_t found;
    return oc_map_get(&copy->values, value, &found) ? (LLVMValueRef)found : value;
}

static LLVMBasicBlockRef block_of(const struct oc_copy *copy, LLVMBasicBlockRef block) {
    return LLVMValueAsBasicBlock(oc_copy_of(copy, LLVMBasicBlockAsValue(block)));
}

static void copy_instructions(struct oc_threads *threads, LLVMValueRef x, struct oc_copy *copy,
                              LLVMBasicBlockRef from) {
    LLVMPositionBuilderAtEnd(threads->builder, block_of(copy, from));
    OC_EACH_INSTRUCTION (instruction, from) {
        LLVMValueRef clone;
        if (instruction == x)
            continue;
        if (LLVMIsAPHINode(instruction)) {
            clone = LLVMBuildPhi(threads->builder, LLVMTypeOf(instruction), "");
        } else {
            clone = LLVMInstructionClone(instruction);
            LLVMInsertIntoBuilder(threads->builder, clone);
        }
        oc_map_set(&copy->values, instruction, (size_t)clone);
    }
}

static void connect(const struct oc_copy *copy, LLVMBasicBlockRef from) {
    OC_EACH_INSTRUCTION (instruction, from) {
        LLVMValueRef clone = oc_copy_of(copy, instruction);
        if (clone == copy->x)
            continue;
        if (!LLVMIsAPHINode(instruction)) {
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
                LLVMSetOperand(clone, (unsigned)i,
                               oc_copy_of(copy, LLVMGetOperand(instruction, (unsigned)i)));
            continue;
        }
        for (unsigned i = 0; i < LLVMCountIncoming(instruction); i++) {
            LLVMValueRef value = oc_copy_of(copy, LLVMGetIncomingValue(instruction, i));
            LLVMBasicBlockRef block = block_of(copy, LLVMGetIncomingBlock(instruction, i));
            LLVMAddIncoming(clone, &value, &block, 1);
        }
    }
}

// The loops themselves, around nothing yet. Without a gap x is a phi, as in any x loop.
static void make_loop(struct oc_threads *threads, struct oc_copy *copy) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef from = LLVMGetBasicBlockTerminator(copy->from);
    copy->inner = oc_build_block(threads, "rest.thread");
    copy->latch = oc_build_block(threads, "rest.end");
    LLVMPositionBuilderBefore(builder, from);
    LLVMValueRef end = LLVMBuildAdd(builder, copy->start, copy->count, "");
    LLVMPositionBuilderAtEnd(builder, copy->inner);
    copy->x = LLVMBuildPhi(builder, threads->i64, "");
    LLVMAddIncoming(copy->x, &copy->start, &copy->from, 1);
    LLVMPositionBuilderAtEnd(builder, copy->latch);
    LLVMValueRef next = LLVMBuildAdd(builder, copy->x, oc_build_number(threads, 1), "");
    LLVMAddIncoming(copy->x, &next, &copy->latch, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, end, ""), copy->inner,
                    copy->exit);
    LLVMSetSuccessor(from, 0, copy->inner);
}

static void make_loop_with_gap(struct oc_threads *threads, struct oc_copy *copy) {
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef zero = oc_build_number(threads, 0);
    LLVMBasicBlockRef begin = oc_build_block(threads, "rest");
    copy->inner = oc_build_block(threads, "rest.thread");
    copy->latch = oc_build_block(threads, "rest.end");
    LLVMPositionBuilderAtEnd(builder, begin);
    LLVMValueRef at = LLVMBuildPhi(builder, threads->i64, "");
    LLVMAddIncoming(at, &zero, &copy->from, 1);
    copy->x = LLVMBuildAdd(builder, copy->start, at, "");
    LLVMValueRef behind = LLVMBuildICmp(builder, LLVMIntUGE, at, copy->gap, "");
    copy->x =
        LLVMBuildAdd(builder, copy->x, LLVMBuildSelect(builder, behind, copy->skip, zero, ""), "");
    LLVMBuildBr(builder, copy->inner);
    LLVMPositionBuilderAtEnd(builder, copy->latch);
    LLVMValueRef next = LLVMBuildAdd(builder, at, oc_build_number(threads, 1), "");
    LLVMAddIncoming(at, &next, &copy->latch, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, copy->count, ""), begin,
                    copy->exit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copy->from), 0, begin);
}

// Lists the blocks of a thread's code: its first block, and all that control reaches from there.
// The last block, the latch, is left out.
static void collect_blocks(const struct oc_loops *loops, struct oc_values *out) {
    oc_values_add(out, LLVMBasicBlockAsValue(loops->inner));
    for (size_t i = 0; i < out->count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(out->items[i]));
        for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(branch, s);
            if (next != loops->latch && !oc_values_contain(out, LLVMBasicBlockAsValue(next)))
                oc_values_add(out, LLVMBasicBlockAsValue(next));
        }
    }
}

void oc_copy_threads(struct oc_threads *threads, size_t region, struct oc_copy *copy) {
    const struct oc_loops *loops = &threads->loops[region];
    struct oc_values blocks = {.arena = threads->ir->arena};
    collect_blocks(loops, &blocks);
    copy->values = (struct oc_map){.arena = threads->ir->arena};
    if (copy->skip)
        make_loop_with_gap(threads, copy);
    else
        make_loop(threads, copy);
    oc_map_set(&copy->values, loops->x, (size_t)copy->x);
    oc_map_set(&copy->values, loops->inner, (size_t)copy->inner);
    oc_map_set(&copy->values, loops->latch, (size_t)copy->latch);
    for (size_t i = 1; i < blocks.count; i++)
        oc_map_set(&copy->values, LLVMValueAsBasicBlock(blocks.items[i]),
                   (size_t)oc_build_block(threads, ""));
    for (size_t i = 0; i < blocks.count; i++)
        copy_instructions(threads, loops->x, copy, LLVMValueAsBasicBlock(blocks.items[i]));
    for (size_t i = 0; i < blocks.count; i++)
        connect(copy, LLVMValueAsBasicBlock(blocks.items[i]));
}
