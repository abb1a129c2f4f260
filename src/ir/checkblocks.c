#include "ir/checkblocks.h"

#include "ir/checkranges.h"
#include "ir/llvm_shim.h"
#include "ir/paths.h"

// Parameters of a body function (glue.h), and of the function that says whether blocks are unusual.
enum { FIRST = 2, LAST, BODY_SIZE_X = 5, BODY_PARAMETERS = 8 };
enum { FROM = OC_CHECKBLOCKS_FROM, UNTIL, FASTEST = OC_CHECKBLOCKS_FASTEST, PARAMETERS };

// Whether a loop may be entered at several of its blocks. `states`: 1: the search is in the block;
// 2: it has been.
static bool has_odd_loop(const struct oc_paths *paths, const struct oc_loop_info *loops,
                         size_t block, char *states) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(paths->blocks[block]);
    states[block] = 1;
    for (size_t i = 0; i < paths->next_count[block]; i++) {
        size_t next = paths->next[block][i];
        if (states[next] == 1 && next != block &&
            !oc_loops_dominate(loops, LLVMGetFirstInstruction(paths->blocks[next]), end))
            return true;
        if (!states[next] && has_odd_loop(paths, loops, next, states))
            return true;
    }
    states[block] = 2;
    return false;
}

// Finds the phis where loops begin.
static void find_of_loops(struct oc_checkblocks *blocks, const struct oc_loop_info *loops) {
    OC_EACH_BLOCK (block, blocks->launch.body)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi))
            for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
                if (oc_loops_dominate(loops, phi,
                                      LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)))) {
                    oc_values_add(&blocks->of_loops, phi);
                    break;
                }
}

struct oc_checkblocks oc_checkblocks_begin(struct oc_edit *edit, LLVMValueRef body) {
    enum { MOST_BLOCKS = 1000 };
    struct oc_arena *arena = edit->ir->arena;
    struct oc_checkblocks blocks = {.launch = oc_checklaunch_of_blocks(edit, body),
                                    .of_loops = {.arena = arena}};
    struct oc_paths paths;
    struct oc_loop_info *loops = oc_loops_read(body);
    oc_paths_read(arena, body, &paths);
    char *states = OC_NEW_ARRAY(arena, paths.count, char);
    blocks.is_odd = paths.count > MOST_BLOCKS || has_odd_loop(&paths, loops, 0, states);
    if (!blocks.is_odd)
        find_of_loops(&blocks, loops);
    oc_loops_dispose(loops);
    return blocks;
}

// Whether one of the conditions may hold for a launch. NULL: that is not known.
static LLVMValueRef any_holds(struct oc_checkblocks *blocks, LLVMValueRef const *conditions,
                              unsigned count) {
    LLVMValueRef any = NULL;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef copied = oc_checklaunch_copy(&blocks->launch, conditions[i]);
        if (!copied)
            return NULL;
        any = any ? LLVMBuildOr(blocks->launch.edit->builder, any, copied, "") : copied;
    }
    return any;
}

bool oc_checkblocks_add_in(struct oc_checkblocks *blocks, const struct oc_access *access,
                           LLVMValueRef index, LLVMValueRef count, LLVMValueRef const *conditions,
                           unsigned condition_count) {
    LLVMBuilderRef builder = blocks->launch.edit->builder;
    LLVMValueRef outside =
        blocks->is_odd ? NULL : oc_checkranges_outside(blocks, access, index, count);
    if (!outside || (LLVMIsAConstantInt(outside) && !LLVMIsNull(outside)))
        return false;
    LLVMValueRef any = any_holds(blocks, conditions, condition_count);
    outside = any ? LLVMBuildAnd(builder, outside, any, "") : outside;
    blocks->launch.unusual = LLVMBuildOr(builder, blocks->launch.unusual, outside, "");
    blocks->count++;
    return true;
}

bool oc_checkblocks_add(struct oc_checkblocks *blocks, const struct oc_access *access,
                        LLVMValueRef index, LLVMValueRef count) {
    return oc_checkblocks_add_in(blocks, access, index, count, NULL, 0);
}

void oc_checkblocks_end(struct oc_checkblocks *blocks) {
    oc_checklaunch_end(&blocks->launch);
}

// Replaces a call of the body by a loop over blocks:
//
//     for (length = last - first; first < last;) {
//         n = min(length, last - first);
//         if (!unusual(first, first + n)) { body(first, first + n); first += n; length = 2 * n; }
//         else if (n > 1) length = n / 2;
//         else { whole(first, first + 1); first += 1; length = 1; }
//     }
static void install(struct oc_checkblocks *blocks, LLVMValueRef call, LLVMValueRef whole) {
    enum { NEXT, ASK, RUN, FEWER, HALF, APART, END, PARTS };
    struct oc_edit *edit = blocks->launch.edit;
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef one = oc_sums_constant(edit, 1), arguments[BODY_PARAMETERS], asked[PARAMETERS];
    for (unsigned a = 0; a < BODY_PARAMETERS; a++)
        arguments[a] = LLVMGetOperand(call, a);
    for (unsigned a = 0; a < FROM; a++)
        asked[a] = arguments[a < FIRST ? a : BODY_SIZE_X + a - FIRST];
    LLVMBasicBlockRef parts[PARTS];
    LLVMValueRef first = arguments[FIRST], last = arguments[LAST];
    oc_edit_split_before(edit, call);
    LLVMBasicBlockRef start = LLVMGetInsertBlock(builder), rest = LLVMGetInstructionParent(call);
    for (unsigned i = 0; i < PARTS; i++)
        parts[i] = oc_edit_append_block(edit, caller);
    LLVMValueRef most = LLVMBuildSub(builder, last, first, "");
    LLVMBuildBr(builder, parts[NEXT]);

    oc_edit_at_end(edit, parts[NEXT], call);
    LLVMValueRef at = LLVMBuildPhi(builder, edit->i64, ""),
                 length = LLVMBuildPhi(builder, edit->i64, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, at, last, ""), parts[ASK],
                    parts[END]);

    oc_edit_at_end(edit, parts[ASK], call);
    LLVMValueRef left = LLVMBuildSub(builder, last, at, "");
    LLVMValueRef n = LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntULT, length, left, ""),
                                     length, left, "");
    LLVMValueRef until = LLVMBuildAdd(builder, at, n, "");
    asked[FROM] = at;
    asked[UNTIL] = until;
    asked[FASTEST] = LLVMConstInt(edit->i32, 0, false);
    LLVMValueRef unusual = LLVMBuildCall2(builder, LLVMGlobalGetValueType(blocks->launch.function),
                                          blocks->launch.function, asked, PARAMETERS, "");
    LLVMBuildCondBr(builder, unusual, parts[FEWER], parts[RUN]);

    oc_edit_at_end(edit, parts[RUN], call);
    LLVMValueRef twice = LLVMBuildShl(builder, n, one, "");
    LLVMBuildBr(builder, parts[NEXT]);
    LLVMSetOperand(call, FIRST, at);
    LLVMSetOperand(call, LAST, until);
    LLVMInstructionRemoveFromParent(call);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(parts[RUN]));
    LLVMInsertIntoBuilder(builder, call);

    oc_edit_at_end(edit, parts[FEWER], call);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntUGT, n, one, ""), parts[HALF],
                    parts[APART]);
    oc_edit_at_end(edit, parts[HALF], call);
    LLVMValueRef half = LLVMBuildLShr(builder, n, one, "");
    LLVMBuildBr(builder, parts[NEXT]);

    oc_edit_at_end(edit, parts[APART], call);
    arguments[FIRST] = at;
    arguments[LAST] = until;
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(whole), whole, arguments, BODY_PARAMETERS, "");
    LLVMBuildBr(builder, parts[NEXT]);
    oc_edit_at_end(edit, parts[END], call);
    LLVMBuildBr(builder, rest);

    enum { WAYS = 4 };
    LLVMBasicBlockRef from[WAYS] = {start, parts[RUN], parts[HALF], parts[APART]};
    LLVMValueRef starts[WAYS] = {first, until, at, until}, lengths[WAYS] = {most, twice, half, one};
    LLVMAddIncoming(at, starts, from, WAYS);
    LLVMAddIncoming(length, lengths, from, WAYS);
}

void oc_checkblocks_install(struct oc_checkblocks *blocks, LLVMValueRef caller,
                            LLVMValueRef whole) {
    struct oc_values calls = {.arena = blocks->launch.edit->ir->arena};
    oc_ir_collect_calls(caller, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ir_callee(calls.items[i]) == blocks->launch.body)
            install(blocks, calls.items[i], whole);
}

LLVMValueRef oc_checkblocks_function(struct oc_ir *ir, LLVMValueRef body) {
    return LLVMGetNamedFunction(ir->module, oc_checklaunch_of_blocks_name(ir->arena, body));
}

void oc_checkblocks_set_fastest(struct oc_ir *ir, LLVMValueRef function, unsigned dimension) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, FASTEST));
        LLVMSetOperand(call, FASTEST, LLVMConstInt(type, dimension, false));
    }
    oc_ir_add_attribute(ir, function, "alwaysinline");
}
