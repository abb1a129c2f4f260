#include "cpu/groups.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/analysis/body.h"
#include "cpu/grouparguments.h"
#include "cpu/groupbounds.h"
#include "cpu/grouppaths.h"
#include "cpu/groupsteps.h"
#include "cpu/groupturns.h"
#include "cpu/lanefunctions.h"
#include "cpu/laneloops.h"
#include "cpu/leaders.h"
#include "cpu/onelane.h"
#include "cpu/onerow.h"
#include "cpu/packing.h"
#include "cpu/returned.h"
#include "cpu/stride.h"
#include "glue/preamble.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"
#include "model/unit.h"

#include <stddef.h>
#include <string.h>

// The most threads of a grid in x that are run by the group. So LLVM knows that an index which is
// converted to int is not negative: only then do all lanes have the same quotient.
#define MAX_INDEX (1ul << 31)

// ---- A thread's place --------------------------------------------------------------------------

struct making {
    struct oc_edit edit;
    const struct oc_groups *groups;
    LLVMValueRef enter; // the begin of the thread's code
};

unsigned long oc_groups_end_of_index(const char *name, unsigned lanes) {
    static const struct {
        const char *name;
        unsigned long end; // in threads
    } indices[] = {
        {"global_id", MAX_INDEX},
        {"thread_id", OC_MAX_BLOCK_THREADS},
        {"block_size", 2ul * OC_MAX_BLOCK_THREADS},
    };
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        if (oc_starts_with(name, OC_NAME_OF_GROUP) &&
            strcmp(name + strlen(OC_NAME_OF_GROUP), indices[i].name) == 0)
            return indices[i].end / lanes;
    return 0;
}

// Builds a call that returns the place of the group, in units of groups. The function's name ends
// as that of the function for a thread's place does. The call is before the thread's code, so its
// result is the same for all lanes.
static LLVMValueRef ask(struct making *at, const char *name, unsigned dimension) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(at->edit.ir->context);
    LLVMPositionBuilderBefore(builder, at->enter);
    const char *of_group =
        oc_arena_printf(at->edit.ir->arena, OC_NAME_OF_GROUP "%s", name + strlen(OC_NAME_PREFIX));
    bool is_global = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    LLVMTypeRef result = is_global ? at->edit.i64 : at->edit.i32;
    LLVMTypeRef type = LLVMFunctionType(result, &at->edit.i32, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(at->edit.ir->module, of_group);
    if (!function)
        function = LLVMAddFunction(at->edit.ir->module, of_group, type);
    LLVMValueRef d = LLVMConstInt(at->edit.i32, dimension, false);
    LLVMValueRef call = LLVMBuildCall2(builder, type, function, &d, 1, "");
    oc_ir_make_pure(at->edit.ir, call);
    LLVMDisposeBuilder(builder);
    return call;
}

// Tells LLVM that a call returns the number of a lane: so it sees that threads of a group have the
// same quotient of their index by the number of lanes.
static void limit(struct making *at, LLVMValueRef call) {
    static const char name[] = "range";
    enum { BITS = 32 };
    const uint64_t least = 0, end = at->groups->lanes;
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeReturnIndex,
        LLVMCreateConstantRangeAttribute(at->edit.ir->context,
                                         LLVMGetEnumAttributeKindForName(name, sizeof name - 1),
                                         BITS, &least, &end));
}

// The index of the group's first lane, of 64 bits and less than `end`, which is a power of two.
static LLVMValueRef first_lane(struct making *at, LLVMValueRef group, uint64_t end) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef lanes = LLVMConstInt(at->edit.i64, at->groups->lanes, false);
    LLVMValueRef most = LLVMConstInt(at->edit.i64, end / at->groups->lanes - 1, false);
    group = LLVMBuildAnd(builder, LLVMBuildZExt(builder, group, at->edit.i64, ""), most, "");
    return LLVMBuildNUWMul(builder, group, lanes, "");
}

// This lane's index in x.
static LLVMValueRef along_x(struct making *at, LLVMValueRef group, uint64_t end) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef first = first_lane(at, group, end);
    LLVMValueRef lane =
        oc_ids_call(at->edit.ir, builder, OC_NAME_THREAD_ID, LLVMConstNull(at->edit.i32));
    limit(at, lane);
    return LLVMBuildNUWAdd(builder, first, LLVMBuildZExt(builder, lane, at->edit.i64, ""), "");
}

// Builds the value of a thread's index call from the group's place.
static LLVMValueRef index_of(struct making *at, const char *name, unsigned d) {
    LLVMValueRef of_group = ask(at, name, d);
    bool is_global = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    if (d > 0 || strcmp(name, OC_NAME_BLOCK_ID) == 0 || strcmp(name, OC_NAME_BLOCK_COUNT) == 0)
        return of_group;
    if (is_global)
        return along_x(at, of_group, MAX_INDEX);
    LLVMValueRef index = strcmp(name, OC_NAME_BLOCK_SIZE) == 0
                             ? first_lane(at, of_group, 2 * OC_MAX_BLOCK_THREADS)
                             : along_x(at, of_group, OC_MAX_BLOCK_THREADS);
    return LLVMBuildTrunc(at->edit.builder, index, at->edit.i32, "");
}

// Replaces the index calls, which ask for the place in the launch. The new ones that are left ask
// for the lane.
static bool replace_indices(struct making *at) {
    struct oc_values calls = {.arena = at->edit.ir->arena};
    at->enter = oc_ir_find_call(at->groups->of_lanes, OC_NAME_ENTER_GRID);
    if (!at->enter)
        return false;
    oc_ir_collect_calls(at->groups->of_lanes, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ids_is_index(oc_ir_callee_name(calls.items[i])) &&
            !LLVMIsAConstantInt(LLVMGetOperand(calls.items[i], 0)))
            return false;
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        const char *name = oc_ir_callee_name(call);
        if (!oc_ids_is_index(name))
            continue;
        oc_edit_before(&at->edit, call);
        unsigned d = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
        LLVMReplaceAllUsesWith(call, index_of(at, name, d < 3 ? d : 0));
        oc_edit_remove_call(&at->edit, call);
    }
    return true;
}

// Runs the passes that recognise index calls by their names, before these calls are replaced.
static bool find_indices(struct oc_ir *ir, struct oc_groups *groups,
                         const struct oc_values *shared) {
    if (groups->row_of && !oc_onerow_make(ir, groups->of_lanes, groups->row_of))
        groups->row_of = NULL;
    if (!oc_ir_run_on_function(ir, groups->of_lanes,
                               "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
        return false;
    oc_ids_find(ir, groups->of_lanes, NULL);
    oc_groupbounds_find(ir, groups->of_lanes, groups->lanes);
    if (!groups->row_of && !groups->are_any)
        groups->prefix = oc_groupprefix_part(ir, groups->of_lanes, shared);
    oc_stride_loops(ir, groups->of_lanes);
    return true;
}

// Gives the kernel's barriers another name: they stay in the group's code, once for all lanes.
static void rename_barriers(struct making *at) {
    struct oc_values calls = {.arena = at->edit.ir->arena};
    LLVMValueRef barrier = NULL;
    oc_ir_collect_calls(at->groups->of_lanes, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_BARRIER) != 0)
            continue;
        LLVMTypeRef type = LLVMGetCalledFunctionType(calls.items[i]);
        if (!barrier)
            barrier = LLVMGetNamedFunction(at->edit.ir->module, OC_NAME_BARRIER_OF_GROUPS);
        if (!barrier) {
            barrier = LLVMAddFunction(at->edit.ir->module, OC_NAME_BARRIER_OF_GROUPS, type);
            oc_ir_add_attribute(at->edit.ir, barrier, "convergent");
        }
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, barrier);
    }
}

// ---- Loops with lane functions -----------------------------------------------------------------

// Makes control the same for all lanes in loops in which they take turns, whose bounds are loaded
// before: `for (i = start[row] + lane; i < start[row + 1]; i += lanes)`.
static bool find_turns(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    if (!oc_ir_run_on_function(ir, function,
                               "instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,"
                               "loop-mssa(licm)",
                               NULL))
        return false;
    oc_stride_loops(ir, function);
    oc_groupturns_find(ir, function, lanes);
    return true;
}

// ---- The copy ----------------------------------------------------------------------------------

// Replaces parameters of the group's function by the arguments that each call has: there is one
// block, and its size is one group.
static void set_constants(struct oc_ir *ir, const struct oc_groups *groups) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context),
                i64 = LLVMInt64TypeInContext(ir->context);
    LLVMReplaceAllUsesWith(LLVMGetParam(groups->of_lanes, OC_BODY_FIRST), LLVMConstNull(i64));
    LLVMReplaceAllUsesWith(LLVMGetParam(groups->of_lanes, OC_BODY_LAST),
                           LLVMConstInt(i64, 1, false));
    for (unsigned d = 0; d < 3; d++)
        LLVMReplaceAllUsesWith(LLVMGetParam(groups->of_lanes, OC_BODY_SIZE_X + d),
                               LLVMConstInt(i32, d == 0 ? groups->lanes : 1, false));
}

// Finds the number of lanes of a body's lane functions, 0 if it has none, or different ones.
static struct oc_groups look_at(struct oc_ir *ir, LLVMValueRef body) {
    struct oc_values calls = {.arena = ir->arena};
    struct oc_groups groups = {0};
    bool differ = false;
    oc_ir_collect_calls(body, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        groups.waits |= oc_waits_for_block(calls.items[i]);
        if (!oc_waits_for_lanes(calls.items[i]))
            continue;
        unsigned count = oc_lanefunctions_count(calls.items[i]);
        differ |= groups.lanes && groups.lanes != count;
        groups.lanes = count;
    }
    groups.lanes = differ ? 0 : groups.lanes;
    return groups;
}

// Makes the block's function of a copy of the body, whose code of a thread becomes a call of the
// group's. The memory for that is not known yet.
static LLVMValueRef build_block(struct oc_edit *edit, LLVMValueRef body, LLVMValueRef of_lanes) {
    LLVMValueRef function = oc_copy_function(body);
    const char *name = oc_arena_printf(edit->ir->arena, "%s.groups", oc_ir_name(body));
    LLVMSetValueName2(function, name, strlen(name));
    LLVMValueRef enter = oc_ir_find_call(function, OC_NAME_ENTER_GRID);
    // What follows is not reached any more.
    oc_edit_split_before(edit, LLVMGetNextInstruction(enter));
    oc_edit_at_end(edit, LLVMGetInsertBlock(edit->builder), enter);
    LLVMValueRef arguments[OC_BODY_SIZE_X + 3];
    LLVMGetParams(function, arguments);
    LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(body), of_lanes, arguments,
                   OC_BODY_SIZE_X + 3, "");
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(edit->ir->context), &edit->pointer, 1, false);
    LLVMBuildCall2(edit->builder, type, LLVMGetNamedFunction(edit->ir->module, OC_NAME_LEAVE_GRID),
                   &enter, 1, "");
    LLVMBuildRetVoid(edit->builder);
    return function;
}

void oc_groups_drop(struct oc_groups *groups) {
    if (groups->of_groups)
        LLVMDeleteFunction(groups->of_groups);
    if (groups->of_lanes)
        LLVMDeleteFunction(groups->of_lanes);
    if (groups->prefix.function)
        LLVMDeleteFunction(groups->prefix.function);
    groups->of_groups = groups->of_lanes = groups->prefix.function = NULL;
}

// The size of blocks that are to be run as one row; NULL if launches name one with whole groups in
// each row, or none with whole groups at all.
static const unsigned *row_of(const struct oc_kernel *kernel, unsigned lanes) {
    const unsigned *found = NULL;
    for (size_t i = 0; lanes && i < kernel->block_size_count; i++) {
        const unsigned *size = kernel->block_sizes[i];
        if (size[0] % lanes == 0)
            return NULL;
        if (!found && size[0] * size[1] * size[2] % lanes == 0)
            found = size;
    }
    return found;
}

// Makes the group's function: a copy of the body. Returns false after a reported failure; *out is
// NULL if that cannot be done.
static bool copy_body(struct oc_ir *ir, const struct oc_groups_request *request,
                      struct oc_values *shared, LLVMValueRef *out) {
    bool changed = false;
    *out = oc_copy_function(request->body);
    if (*out && request->of_any && !oc_onerow_make(ir, *out, NULL)) {
        LLVMDeleteFunction(*out);
        *out = NULL;
    }
    if (!*out)
        return true;
    if (!oc_returned_go_on(ir, *out, request->only_returns, shared, &changed))
        return false;
    if (!changed && !request->of_any) {
        LLVMDeleteFunction(*out);
        *out = oc_copy_function(request->body);
    }
    return true;
}

bool oc_groups_make(struct oc_ir *ir, const struct oc_groups_request *request,
                    struct oc_values *shared, struct oc_values *arrays, struct oc_groups *out) {
    LLVMValueRef body = request->body;
    struct oc_groups groups = look_at(ir, body);
    *out = (struct oc_groups){0};
    groups.are_any = request->of_any;
    groups.row_of = request->of_any ? NULL : row_of(request->kernel, groups.lanes);
    if (!groups.lanes || !oc_ir_find_call(body, OC_NAME_LEAVE_GRID))
        return true;
    if (!copy_body(ir, request, shared, &groups.of_lanes))
        return false;
    if (!groups.of_lanes)
        return true;
    const char *name = oc_arena_printf(ir->arena, "%s.group", oc_ir_name(body));
    LLVMSetValueName2(groups.of_lanes, name, strlen(name));
    struct making at = {oc_edit_begin(ir), &groups, NULL};
    bool done = find_indices(ir, &groups, shared), replaced = done && replace_indices(&at);
    done = done && (!replaced || (find_turns(ir, groups.of_lanes, groups.lanes) &&
                                  oc_laneloops_unroll(ir, groups.of_lanes)));
    if (done && replaced) {
        oc_groups_ask_first(ir, &groups);
        rename_barriers(&at);
        done = oc_leaders_find(ir, groups.of_lanes, groups.lanes);
        oc_packing_find(ir, groups.of_lanes, groups.lanes);
        done = done && oc_grouppaths_join(ir, groups.of_lanes, groups.lanes);
        set_constants(ir, &groups);
        oc_groupsteps_make(ir, groups.of_lanes, arrays);
        groups.of_groups = build_block(&at.edit, body, groups.of_lanes);
        *out = groups;
    } else {
        oc_groups_drop(&groups);
    }
    oc_edit_end(&at.edit);
    return done;
}

// Calls before the thread's code stay there: something before that may use them.
void oc_groups_ask_first(struct oc_ir *ir, const struct oc_groups *groups) {
    struct oc_values calls = {.arena = ir->arena}, moved = calls;
    LLVMValueRef enter = oc_ir_find_call(groups->of_lanes, OC_NAME_ENTER_GRID);
    oc_ir_collect_calls(groups->of_lanes, &calls);
    struct oc_loop_info *loops = oc_loops_read(groups->of_lanes);
    for (size_t i = 0; enter && i < calls.count; i++)
        if (oc_starts_with(oc_ir_callee_name(calls.items[i]), OC_NAME_OF_GROUP) &&
            !oc_loops_dominate(loops, calls.items[i], enter))
            oc_values_add(&moved, calls.items[i]);
    oc_loops_dispose(loops);
    struct oc_edit edit = oc_edit_begin(ir);
    for (size_t i = 0; i < moved.count; i++) {
        LLVMInstructionRemoveFromParent(moved.items[i]);
        LLVMPositionBuilderBefore(edit.builder, enter);
        LLVMInsertIntoBuilder(edit.builder, moved.items[i]);
    }
    oc_edit_end(&edit);
}

bool oc_groups_keep_barriers(const struct oc_body *body) {
    for (size_t i = 0; i < body->count; i++) {
        const struct oc_node *node = &body->nodes[i];
        if (!node->barrier || !oc_body_kept_barrier(node->block))
            continue;
        if (node->next_count != 1)
            return false;
        const struct oc_node *next = &body->nodes[node->next[0]];
        if (node->next[0] != body->exit && (next->before_count != 1 || next->barrier))
            return false;
    }
    return true;
}

// ---- The block's function -----------------------------------------------------------------------

// Questions for the group's place become those for a thread's, and its barriers the block's.
static void rename_calls(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        const char *name = oc_ir_callee_name(call), *real = NULL;
        if (oc_starts_with(name, OC_NAME_OF_GROUP))
            real = oc_arena_printf(ir->arena, OC_NAME_PREFIX "%s", name + strlen(OC_NAME_OF_GROUP));
        else if (strcmp(name, OC_NAME_BARRIER_OF_GROUPS) == 0)
            real = OC_NAME_BARRIER;
        if (!real)
            continue;
        LLVMValueRef callee = LLVMGetNamedFunction(ir->module, real);
        if (!callee)
            callee = LLVMAddFunction(ir->module, real, LLVMGetCalledFunctionType(call));
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, callee);
    }
}

static LLVMValueRef at_place(struct oc_edit *edit, LLVMValueRef memory, unsigned place) {
    LLVMValueRef distance = LLVMConstInt(edit->i64, place, false);
    return LLVMBuildInBoundsGEP2(edit->builder, edit->i8, memory, &distance, 1, "");
}

// Gives a call of the group's function memory of its own, which begins as the block's does.
static void give_memory(struct oc_ir *ir, LLVMValueRef function, LLVMValueRef call, size_t bytes) {
    enum { ALIGNMENT = 16, POINTER = 8 };
    struct oc_edit edit = oc_edit_begin(ir);
    LLVMPositionBuilderBefore(edit.builder,
                              LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef memory = LLVMBuildAlloca(edit.builder, LLVMArrayType2(edit.i8, bytes), "");
    LLVMSetAlignment(memory, ALIGNMENT);
    oc_edit_before(&edit, call);
    for (unsigned place = 0; place < __offloadcc_frame_start; place += POINTER) {
        LLVMValueRef own = LLVMGetParam(function, OC_BODY_MEMORY);
        LLVMBuildStore(edit.builder,
                       LLVMBuildLoad2(edit.builder, edit.pointer, at_place(&edit, own, place), ""),
                       at_place(&edit, memory, place));
    }
    LLVMSetOperand(call, OC_BODY_MEMORY, memory);
    oc_edit_end(&edit);
}

bool oc_groups_put_together(struct oc_ir *ir, size_t bytes, struct oc_groups *groups) {
    static const char passes[] = "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";
    set_constants(ir, groups);            // the loops ask for them again
    oc_onelane_run(ir, groups->of_lanes); // before variables of the group go from turn to turn
    oc_groupsteps_expand(ir, groups->of_lanes);
    if (!oc_ir_run_on_function(ir, groups->of_lanes, passes, NULL))
        return false;
    oc_onelane_run(ir, groups->of_lanes);
    LLVMValueRef call = LLVMGetUser(LLVMGetFirstUse(groups->of_lanes));
    give_memory(ir, groups->of_groups, call, bytes);
    if (!oc_ir_run_on_function(ir, groups->of_groups, "simplifycfg", NULL))
        return false;
    if (!oc_inline_call(call)) {
        oc_groups_drop(groups);
        return true;
    }
    rename_calls(ir, groups->of_groups);
    bool done = oc_ir_run_on_function(ir, groups->of_groups,
                                      "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,"
                                      "adce,loop-simplify",
                                      NULL);
    oc_grouparguments_load_first(ir, groups->of_groups);
    oc_body_isolate(ir, groups->of_groups);
    return done && oc_ir_run(ir, ir->module, "always-inline", NULL);
}

// ---- The choice --------------------------------------------------------------------------------

static LLVMValueRef load_count(struct oc_edit *edit, LLVMValueRef choice, unsigned d) {
    LLVMValueRef address = at_place(edit, LLVMGetParam(choice, OC_BODY_GRID),
                                    offsetof(struct __offloadcc_grid, __offloadcc_block_count) +
                                        d * (unsigned)sizeof(unsigned));
    return LLVMBuildLoad2(edit->builder, edit->i32, address, "");
}

// Whether the grid has no more than MAX_INDEX threads in x.
static LLVMValueRef is_small(struct oc_edit *edit, LLVMValueRef choice) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef count = LLVMBuildZExt(builder, load_count(edit, choice, 0), edit->i64, "");
    LLVMValueRef size = LLVMBuildZExt(builder, LLVMGetParam(choice, OC_BODY_SIZE_X), edit->i64, "");
    return LLVMBuildICmp(builder, LLVMIntULE, LLVMBuildNUWMul(builder, count, size, ""),
                         LLVMConstInt(edit->i64, MAX_INDEX, false), "");
}

static void call_groups(struct oc_edit *edit, const struct oc_groups *groups,
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
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(groups->of_groups), groups->of_groups, arguments,
                   OC_BODY_SIZE_X + 3, "");
}

// How many blocks have room in the prefix's arrays: one, if the grid or a block is not a row.
static LLVMValueRef blocks_at_once(struct oc_edit *edit, const struct oc_groups *groups,
                                   LLVMValueRef choice) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef others = LLVMConstInt(edit->i32, 1, false),
                 one = LLVMConstInt(edit->i64, 1, false);
    LLVMValueRef const more[] = {load_count(edit, choice, 1), load_count(edit, choice, 2),
                                 LLVMGetParam(choice, OC_BODY_SIZE_X + 1),
                                 LLVMGetParam(choice, OC_BODY_SIZE_X + 2)};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        others = LLVMBuildOr(builder, others, more[i], "");
    LLVMValueRef size = LLVMBuildZExt(builder, LLVMGetParam(choice, OC_BODY_SIZE_X), edit->i64, "");
    LLVMValueRef fit =
        LLVMBuildUDiv(builder, LLVMConstInt(edit->i64, groups->prefix.threads, false), size, "");
    LLVMValueRef is_row =
        LLVMBuildICmp(builder, LLVMIntEQ, others, LLVMConstInt(edit->i32, 1, false), "");
    return LLVMBuildSelect(builder, is_row, fit, one, "");
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
                   at_place(edit, LLVMGetParam(choice, OC_BODY_MEMORY), place));
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
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(groups->of_groups), groups->prefix.function,
                   arguments, OC_BODY_SIZE_X + 3, "");
    LLVMValueRef next = LLVMBuildAdd(builder, number, LLVMConstInt(edit->i64, 1, false), "");
    LLVMAddIncoming(number, &none, &before, 1);
    LLVMAddIncoming(number, &next, &part, 1);
    LLVMValueRef more = LLVMBuildLoad2(
        builder, edit->i64, at_place(edit, arguments[OC_BODY_MEMORY], OC_GROUPPREFIX_MORE), "");
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

// Runs the prefix and then the groups, of some blocks at a time. Leaves the builder after that.
static void run_after_prefix(struct oc_edit *edit, const struct oc_groups *groups,
                             LLVMValueRef choice) {
    enum { ALIGNMENT = 64 };
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef arguments[OC_BODY_SIZE_X + 3];
    LLVMGetParams(choice, arguments);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder),
                      check = oc_edit_append_block(edit, choice),
                      some = oc_edit_append_block(edit, choice),
                      done = oc_edit_append_block(edit, choice);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(choice)));
    LLVMValueRef arrays =
        LLVMBuildAlloca(builder, LLVMArrayType2(edit->i8, groups->prefix.bytes), "");
    LLVMSetAlignment(arrays, ALIGNMENT);
    LLVMPositionBuilderAtEnd(builder, before);
    LLVMValueRef most = blocks_at_once(edit, groups, choice), last = arguments[OC_BODY_LAST];
    store_in_memory(edit, choice, arrays, OC_GROUPPREFIX_PLACE);
    store_in_memory(edit, choice, turns_of_part(edit, groups, most), OC_GROUPPREFIX_TURNS);
    LLVMBuildBr(builder, check);
    LLVMPositionBuilderAtEnd(builder, check);
    LLVMValueRef at = LLVMBuildPhi(builder, edit->i64, "");
    LLVMAddIncoming(at, &arguments[OC_BODY_FIRST], &before, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, at, last, ""), some, done);
    LLVMPositionBuilderAtEnd(builder, some);
    store_in_memory(edit, choice, base_of(edit, choice, at), OC_GROUPPREFIX_BASE);
    LLVMValueRef left = LLVMBuildSub(builder, last, at, ""),
                 is_last = LLVMBuildICmp(builder, LLVMIntULT, left, most, ""),
                 run = LLVMBuildSelect(builder, is_last, left, most, ""),
                 next = LLVMBuildAdd(builder, at, run, "");
    arguments[OC_BODY_FIRST] = at;
    arguments[OC_BODY_LAST] = next;
    run_parts(edit, groups, choice, arguments);
    call_groups(edit, groups, arguments);
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
    oc_ir_copy_target(body, choice);
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
    if (groups->prefix.function)
        run_after_prefix(edit, groups, choice);
    else
        call_groups(edit, groups, arguments);
    LLVMBuildRetVoid(builder);
    return choice;
}

void oc_groups_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef body,
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
