#include "cpu/loops/copy.h"

#include "cpu/loops/build.h"
#include "ir/edit.h"

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
    LLVMValueRef after = LLVMBuildICmp(builder, LLVMIntUGE, at, copy->gap, "");
    copy->x =
        LLVMBuildAdd(builder, copy->x, LLVMBuildSelect(builder, after, copy->skip, zero, ""), "");
    LLVMBuildBr(builder, copy->inner);
    LLVMPositionBuilderAtEnd(builder, copy->latch);
    LLVMValueRef next = LLVMBuildAdd(builder, at, oc_build_number(threads, 1), "");
    LLVMAddIncoming(at, &next, &copy->latch, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, copy->count, ""), begin,
                    copy->exit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copy->from), 0, begin);
}

static void make_loop_over_bits(struct oc_threads *threads, struct oc_copy *copy) {
    LLVMBuilderRef builder = threads->builder;
    struct oc_edit edit = oc_edit_begin(threads->ir);
    copy->inner = oc_build_block(threads, "bit.thread");
    copy->latch = oc_build_block(threads, "bit.end");
    LLVMPositionBuilderAtEnd(edit.builder, copy->inner);
    LLVMValueRef bits = LLVMBuildPhi(edit.builder, threads->i64, "");
    LLVMValueRef arguments[] = {bits, LLVMConstInt(edit.i1, 1, false)}; // some bit is set
    copy->x = oc_edit_intrinsic(&edit, "llvm.cttz", threads->i64, arguments, 2);
    LLVMPositionBuilderAtEnd(builder, copy->latch);
    LLVMValueRef less = LLVMBuildSub(builder, bits, oc_build_number(threads, 1), "");
    LLVMValueRef left = LLVMBuildAnd(builder, bits, less, "");
    LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntNE, left, oc_build_number(threads, 0), "");
    LLVMBuildCondBr(builder, more, copy->inner, copy->exit);
    LLVMAddIncoming(bits, &copy->bits, &copy->from, 1);
    LLVMAddIncoming(bits, &left, &copy->latch, 1);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copy->from), 0, copy->inner);
    oc_edit_end(&edit);
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
    if (copy->bits)
        make_loop_over_bits(threads, copy);
    else if (copy->skip)
        make_loop_with_gap(threads, copy);
    else
        make_loop(threads, copy);
    oc_map_set(&copy->values, loops->x, (size_t)copy->x);
    oc_map_set(&copy->values, loops->inner, (size_t)copy->inner);
    oc_map_set(&copy->values, loops->latch, (size_t)copy->latch);
    oc_copy_blocks(threads->ir, threads->builder, threads->body->function, &blocks, &copy->values);
    copy->blocks = (struct oc_values){.arena = threads->ir->arena};
    for (size_t i = 0; i < blocks.count; i++)
        oc_values_add(&copy->blocks, oc_copy_of(&copy->values, blocks.items[i]));
}

void oc_copy_replace(const struct oc_copy *copy, LLVMValueRef value, LLVMValueRef by) {
    LLVMValueRef copied = oc_copy_of(&copy->values, value);
    if (copied != value) {
        LLVMReplaceAllUsesWith(copied, by);
        return;
    }
    for (size_t b = 0; b < copy->blocks.count; b++)
        OC_EACH_INSTRUCTION (user, LLVMValueAsBasicBlock(copy->blocks.items[b]))
            for (int o = 0; o < LLVMGetNumOperands(user); o++)
                if (LLVMGetOperand(user, (unsigned)o) == value)
                    LLVMSetOperand(user, (unsigned)o, by);
}
