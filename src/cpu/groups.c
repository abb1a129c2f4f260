#include "cpu/groups.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/analysis/body.h"
#include "cpu/bitpeers.h"
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
#include "cpu/peers.h"
#include "cpu/returned.h"
#include "cpu/stride.h"
#include "cpu/tallies.h"
#include "glue/preamble.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"
#include "model/unit.h"

#include <stddef.h>
#include <string.h>

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
        {"global_id", OC_GROUPS_MAX_INDEX},
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
    oc_ids_make_pure(at->edit.ir, call);
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
        return along_x(at, of_group, OC_GROUPS_MAX_INDEX);
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
    if (groups->counts.function)
        LLVMDeleteFunction(groups->counts.function);
    groups->of_groups = groups->of_lanes = NULL;
    groups->prefix.function = groups->counts.function = NULL;
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
        if (!groups.are_any)
            oc_bitpeers_find(ir, groups.of_lanes);
        done = oc_peers_simplify(ir, groups.of_lanes, groups.lanes) &&
               oc_tallies_make(ir, groups.of_lanes, groups.lanes, shared);
        oc_bitpeers_restore(ir, groups.of_lanes);
        done = done && oc_leaders_find(ir, groups.of_lanes, groups.lanes);
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
        LLVMBuildStore(
            edit.builder,
            LLVMBuildLoad2(edit.builder, edit.pointer, oc_edit_after_bytes(&edit, own, place), ""),
            oc_edit_after_bytes(&edit, memory, place));
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
    groups->counts = oc_groupcounts_part(ir, groups->of_groups);
    if (groups->counts.function) {
        done &= oc_ir_run_on_function(ir, groups->counts.function, "simplifycfg,adce", NULL);
        oc_body_isolate(ir, groups->counts.function);
    }
    oc_body_isolate(ir, groups->of_groups);
    return done && oc_ir_run(ir, ir->module, "always-inline", NULL);
}
