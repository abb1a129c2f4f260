#include "cpu/groupchoice.h"

#include "glue/preamble.h"
#include "ir/edit.h"
#include "ir/features.h"

#include <stddef.h>

// ---- The launch --------------------------------------------------------------------------------

static LLVMValueRef load_count(struct oc_edit *edit, LLVMValueRef choice, unsigned d) {
    LLVMValueRef address =
        oc_edit_after_bytes(edit, LLVMGetParam(choice, OC_BODY_GRID),
                            offsetof(struct __offloadcc_grid, __offloadcc_block_count) +
                                d * (unsigned)sizeof(unsigned));
    return LLVMBuildLoad2(edit->builder, edit->i32, address, "");
}

// Whether the grid has no more than OC_GROUPS_MAX_INDEX threads in x.
static LLVMValueRef is_small(struct oc_edit *edit, LLVMValueRef choice) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef count = LLVMBuildZExt(builder, load_count(edit, choice, 0), edit->i64, "");
    LLVMValueRef size = LLVMBuildZExt(builder, LLVMGetParam(choice, OC_BODY_SIZE_X), edit->i64, "");
    return LLVMBuildICmp(builder, LLVMIntULE, LLVMBuildNUWMul(builder, count, size, ""),
                         LLVMConstInt(edit->i64, OC_GROUPS_MAX_INDEX, false), "");
}

// Makes the sizes of blocks, in threads, sizes in groups.
static void size_in_groups(struct oc_edit *edit, const struct oc_groups *groups,
                           LLVMValueRef *arguments) {
    const unsigned *of = groups->row_of;
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef *sizes = &arguments[OC_BODY_SIZE_X];
    if (of)
        sizes[0] = LLVMConstInt(edit->i32, of[0] * of[1] * of[2], false);
    if (groups->are_any) { // the last group may have fewer threads
        sizes[0] = LLVMBuildNUWMul(builder, LLVMBuildNUWMul(builder, sizes[0], sizes[1], ""),
                                   sizes[2], "");
        sizes[0] = LLVMBuildNUWAdd(builder, sizes[0],
                                   LLVMConstInt(edit->i32, groups->lanes - 1, false), "");
    }
    for (unsigned d = 1; d < 3 && (of || groups->are_any); d++)
        sizes[d] = LLVMConstInt(edit->i32, 1, false);
    sizes[0] = LLVMBuildUDiv(builder, sizes[0], LLVMConstInt(edit->i32, groups->lanes, false), "");
}

static void call(struct oc_edit *edit, LLVMValueRef function, LLVMValueRef *arguments) {
    LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(function), function, arguments,
                   OC_BODY_SIZE_X + 3, "");
}

// How many blocks run together. With a prefix: as many as have room in its arrays, or one, if the
// grid or a block is not a row.
static LLVMValueRef blocks_at_once(struct oc_edit *edit, const struct oc_groups *groups,
                                   LLVMValueRef choice) {
    LLVMBuilderRef builder = edit->builder;
    bool has_prefix = groups->prefix.function != NULL;
    unsigned threads = has_prefix ? groups->prefix.threads : OC_GROUPCOUNTS_THREADS;
    LLVMValueRef size = LLVMGetParam(choice, OC_BODY_SIZE_X), others = load_count(edit, choice, 1);
    others = LLVMBuildOr(builder, others, load_count(edit, choice, 2), "");
    for (unsigned d = 1; d < 3; d++) {
        LLVMValueRef other = LLVMGetParam(choice, OC_BODY_SIZE_X + d);
        others = LLVMBuildOr(builder, others, other, "");
        size = LLVMBuildNUWMul(builder, size, other, "");
    }
    LLVMValueRef fit = LLVMBuildUDiv(builder, LLVMConstInt(edit->i32, threads, false), size, "");
    fit = LLVMBuildZExt(builder, fit, edit->i64, "");
    LLVMValueRef is_row =
        LLVMBuildICmp(builder, LLVMIntEQ, others, LLVMConstInt(edit->i32, 1, false), "");
    return has_prefix ? LLVMBuildSelect(builder, is_row, fit, LLVMConstInt(edit->i64, 1, false), "")
                      : fit;
}

// The global index in x with which a block begins.
static LLVMValueRef base_of(struct oc_edit *edit, LLVMValueRef choice, LLVMValueRef block) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef width = LLVMBuildZExt(builder, load_count(edit, choice, 0), edit->i64, ""),
                 size = LLVMBuildZExt(builder, LLVMGetParam(choice, OC_BODY_SIZE_X), edit->i64, "");
    return LLVMBuildMul(builder, LLVMBuildURem(builder, block, width, ""), size, "");
}

static void store_in_memory(struct oc_edit *edit, LLVMValueRef choice, LLVMValueRef value,
                            unsigned place) {
    LLVMBuildStore(edit->builder, value,
                   oc_edit_after_bytes(edit, LLVMGetParam(choice, OC_BODY_MEMORY), place));
}

// Runs the prefix, one part of the turns after the other.
static void run_parts(struct oc_edit *edit, const struct oc_groups *groups, LLVMValueRef choice,
                      LLVMValueRef *arguments) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef none = LLVMConstInt(edit->i64, 0, false);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder),
                      part = oc_edit_append_block(edit, choice),
                      done = oc_edit_append_block(edit, choice);
    LLVMBuildBr(builder, part);
    LLVMPositionBuilderAtEnd(builder, part);
    LLVMValueRef number = LLVMBuildPhi(builder, edit->i64, "");
    store_in_memory(edit, choice, number, OC_GROUPPREFIX_PART);
    store_in_memory(edit, choice, none, OC_GROUPPREFIX_MORE);
    call(edit, groups->prefix.function, arguments);
    LLVMValueRef next = LLVMBuildAdd(builder, number, LLVMConstInt(edit->i64, 1, false), "");
    LLVMAddIncoming(number, &none, &before, 1);
    LLVMAddIncoming(number, &next, &part, 1);
    LLVMValueRef more = LLVMBuildLoad2(
        builder, edit->i64,
        oc_edit_after_bytes(edit, arguments[OC_BODY_MEMORY], OC_GROUPPREFIX_MORE), "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, more, none, ""), part, done);
    LLVMPositionBuilderAtEnd(builder, done);
}

// How many turns a part has: all, if there is one block.
static LLVMValueRef turns_of_part(struct oc_edit *edit, const struct oc_groups *groups,
                                  LLVMValueRef blocks) {
    enum { ALL = 1 << 20 };
    LLVMValueRef is_one =
        LLVMBuildICmp(edit->builder, LLVMIntEQ, blocks, LLVMConstInt(edit->i64, 1, false), "");
    return LLVMBuildSelect(edit->builder, is_one, LLVMConstInt(edit->i64, ALL, false),
                           LLVMConstInt(edit->i64, groups->prefix.turns, false), "");
}

// Makes the arrays of the prefix.
static void begin_prefix(struct oc_edit *edit, const struct oc_groups *groups, LLVMValueRef choice,
                         LLVMValueRef blocks) {
    enum { ALIGNMENT = 64 };
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef at = LLVMGetInsertBlock(builder);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(choice)));
    LLVMValueRef arrays =
        LLVMBuildAlloca(builder, LLVMArrayType2(edit->i8, groups->prefix.bytes), "");
    LLVMSetAlignment(arrays, ALIGNMENT);
    LLVMPositionBuilderAtEnd(builder, at);
    store_in_memory(edit, choice, arrays, OC_GROUPPREFIX_PLACE);
    store_in_memory(edit, choice, turns_of_part(edit, groups, blocks), OC_GROUPPREFIX_TURNS);
}

// Makes room for what groups store: counts, and adds that to the counter.
static void count(struct oc_edit *edit, const struct oc_groups *groups, LLVMValueRef choice,
                  LLVMValueRef *arguments) {
    LLVMBuilderRef builder = edit->builder;
    LLVMTypeRef type = groups->counts.type;
    LLVMValueRef memory = arguments[OC_BODY_MEMORY];
    LLVMBasicBlockRef add = oc_edit_append_block(edit, choice),
                      done = oc_edit_append_block(edit, choice);
    store_in_memory(edit, choice, LLVMConstNull(type), OC_GROUPCOUNTS_OWN);
    call(edit, groups->counts.function, arguments);
    LLVMValueRef sum =
        LLVMBuildLoad2(builder, type, oc_edit_after_bytes(edit, memory, OC_GROUPCOUNTS_OWN), "");
    LLVMBuildCondBr(builder, LLVMBuildIsNotNull(builder, sum, ""), add, done);
    LLVMPositionBuilderAtEnd(builder, add);
    LLVMValueRef counter = LLVMBuildLoad2(
        builder, edit->pointer, oc_edit_after_bytes(edit, memory, OC_GROUPCOUNTS_ADDRESS), "");
    LLVMValueRef first = LLVMBuildAtomicRMW(builder, LLVMAtomicRMWBinOpAdd, counter, sum,
                                            LLVMAtomicOrderingMonotonic, false);
    store_in_memory(edit, choice, first, OC_GROUPCOUNTS_OWN);
    LLVMBuildBr(builder, done);
    LLVMPositionBuilderAtEnd(builder, done);
}

// Runs what comes before the groups, and then the groups, of some blocks at a time. Leaves the
// builder after that.
static void run_together(struct oc_edit *edit, const struct oc_groups *groups,
                         LLVMValueRef choice) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef arguments[OC_BODY_SIZE_X + 3];
    LLVMGetParams(choice, arguments);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder),
                      check = oc_edit_append_block(edit, choice),
                      some = oc_edit_append_block(edit, choice),
                      done = oc_edit_append_block(edit, choice);
    LLVMValueRef most = blocks_at_once(edit, groups, choice), last = arguments[OC_BODY_LAST];
    if (groups->prefix.function)
        begin_prefix(edit, groups, choice, most);
    LLVMBuildBr(builder, check);
    LLVMPositionBuilderAtEnd(builder, check);
    LLVMValueRef at = LLVMBuildPhi(builder, edit->i64, "");
    LLVMAddIncoming(at, &arguments[OC_BODY_FIRST], &before, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, at, last, ""), some, done);
    LLVMPositionBuilderAtEnd(builder, some);
    LLVMValueRef left = LLVMBuildSub(builder, last, at, ""),
                 is_last = LLVMBuildICmp(builder, LLVMIntULT, left, most, ""),
                 run = LLVMBuildSelect(builder, is_last, left, most, ""),
                 next = LLVMBuildAdd(builder, at, run, "");
    arguments[OC_BODY_FIRST] = at;
    arguments[OC_BODY_LAST] = next;
    if (groups->prefix.function) {
        store_in_memory(edit, choice, base_of(edit, choice, at), OC_GROUPPREFIX_BASE);
        run_parts(edit, groups, choice, arguments);
    }
    size_in_groups(edit, groups, arguments);
    if (groups->counts.function)
        count(edit, groups, choice, arguments);
    call(edit, groups->of_groups, arguments);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(builder);
    LLVMAddIncoming(at, &next, &end, 1);
    LLVMBuildBr(builder, check);
    LLVMPositionBuilderAtEnd(builder, done);
}

// Whether the code for groups can run blocks of the size that a function gets.
static LLVMValueRef has_groups(struct oc_edit *edit, const struct oc_groups *groups,
                               LLVMValueRef const *arguments) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef all = NULL;
    LLVMValueRef const *size = &arguments[OC_BODY_SIZE_X];
    if (!groups->row_of)
        return LLVMBuildIsNull(
            builder,
            LLVMBuildAnd(builder, size[0], LLVMConstInt(edit->i32, groups->lanes - 1, false), ""),
            "");
    for (unsigned d = 0; d < 3; d++) {
        LLVMValueRef expected = LLVMConstInt(edit->i32, groups->row_of[d], false);
        LLVMValueRef equal = LLVMBuildICmp(builder, LLVMIntEQ, size[d], expected, "");
        all = all ? LLVMBuildAnd(builder, all, equal, "") : equal;
    }
    return all;
}

// A function that runs blocks by the group if it can, else by the body.
static LLVMValueRef build_choice(struct oc_edit *edit, const struct oc_groups *groups,
                                 LLVMValueRef body) {
    LLVMBuilderRef builder = edit->builder;
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    const char *name = oc_arena_printf(edit->ir->arena, "%s.choice", oc_ir_name(groups->of_groups));
    LLVMValueRef choice = LLVMAddFunction(edit->ir->module, name, type);
    LLVMSetLinkage(choice, LLVMInternalLinkage);
    oc_features_copy(body, choice);
    LLVMBasicBlockRef entry = oc_edit_append_block(edit, choice);
    LLVMValueRef arguments[OC_BODY_SIZE_X + 3];
    LLVMGetParams(choice, arguments);
    oc_edit_at_end(edit, entry, NULL);
    if (!groups->are_any) {
        LLVMBasicBlockRef by_group = oc_edit_append_block(edit, choice),
                          by_block = oc_edit_append_block(edit, choice);
        LLVMValueRef has = has_groups(edit, groups, arguments);
        LLVMBuildCondBr(builder, LLVMBuildAnd(builder, has, is_small(edit, choice), ""), by_group,
                        by_block);
        LLVMPositionBuilderAtEnd(builder, by_block);
        LLVMBuildCall2(builder, type, body, arguments, OC_BODY_SIZE_X + 3, "");
        LLVMBuildRetVoid(builder);
        LLVMPositionBuilderAtEnd(builder, by_group);
    }
    if (groups->prefix.function || groups->counts.function) {
        run_together(edit, groups, choice);
    } else {
        size_in_groups(edit, groups, arguments);
        call(edit, groups->of_groups, arguments);
    }
    LLVMBuildRetVoid(builder);
    return choice;
}

void oc_groupchoice_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef body,
                            struct oc_values *choices) {
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(body); use; use = LLVMGetNextUse(use))
        if (oc_ir_callee(LLVMGetUser(use)) == body)
            oc_values_add(&calls, LLVMGetUser(use));
    struct oc_edit edit = oc_edit_begin(ir);
    LLVMValueRef choice = build_choice(&edit, groups, body);
    for (size_t i = 0; i < calls.count; i++)
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, choice);
    oc_values_add(choices, choice);
    oc_edit_end(&edit);
}
