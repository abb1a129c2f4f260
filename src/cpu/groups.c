#include "cpu/groups.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/lanegroups.h"
#include "cpu/stride.h"
#include "glue/group.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

#include <stddef.h>
#include <string.h>

// A block has no more threads. Larger grids are not run by the group, so that LLVM knows that an
// index which is converted to int is not negative: only then do all lanes have the same quotient.
enum { MAX_THREADS = 1024 };
#define MAX_INDEX (1ul << 31)

// ---- A thread's place --------------------------------------------------------------------------

struct making {
    struct oc_edit edit;
    const struct oc_groups *groups;
    LLVMValueRef enter; // the begin of the thread's code
};

// Loads a number of the group's place, before the thread's code: it is the same for all lanes.
static LLVMValueRef load(struct making *at, LLVMTypeRef type, size_t offset) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(at->edit.ir->context);
    LLVMPositionBuilderBefore(builder, at->enter);
    LLVMValueRef distance = LLVMConstInt(at->edit.i64, offset, false);
    LLVMValueRef address = LLVMBuildInBoundsGEP2(
        builder, at->edit.i8, LLVMGetParam(at->groups->function, OC_BODY_GRID), &distance, 1, "");
    LLVMValueRef number = LLVMBuildLoad2(builder, type, address, "");
    LLVMDisposeBuilder(builder);
    return number;
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

// The first lane's index, of which a part is given, plus this lane's number; less than `end`.
static LLVMValueRef along_x(struct making *at, size_t offset, uint64_t end) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef lanes = LLVMConstInt(at->edit.i64, at->groups->lanes, false);
    LLVMValueRef lane =
        oc_ids_call(at->edit.ir, builder, OC_NAME_THREAD_ID, LLVMConstNull(at->edit.i32));
    limit(at, lane);
    LLVMValueRef most = LLVMConstInt(at->edit.i64, end / at->groups->lanes - 1, false);
    LLVMValueRef part = LLVMBuildAnd(builder, load(at, at->edit.i64, offset), most, "");
    LLVMValueRef first = LLVMBuildNUWMul(builder, part, lanes, "");
    return LLVMBuildNUWAdd(builder, first, LLVMBuildZExt(builder, lane, at->edit.i64, ""), "");
}

static LLVMValueRef of_array(struct making *at, size_t offset, unsigned dimension) {
    return load(at, at->edit.i32, offset + dimension * sizeof(unsigned int));
}

// What an index call stands for.
static LLVMValueRef index_of(struct making *at, const char *name, unsigned d) {
    LLVMBuilderRef builder = at->edit.builder;
    const size_t blocks = offsetof(struct __offloadcc_group, block),
                 sizes = offsetof(struct __offloadcc_group, block_size);
    if (strcmp(name, OC_NAME_BLOCK_ID) == 0)
        return of_array(at, blocks, d);
    if (strcmp(name, OC_NAME_BLOCK_SIZE) == 0)
        return of_array(at, sizes, d);
    if (strcmp(name, OC_NAME_BLOCK_COUNT) == 0)
        return of_array(at, offsetof(struct __offloadcc_group, block_count), d);
    bool is_global = strcmp(name, OC_NAME_GLOBAL_ID) == 0;
    if (d == 0 && is_global)
        return along_x(at, offsetof(struct __offloadcc_group, global_x), MAX_INDEX);
    if (d == 0)
        return LLVMBuildTrunc(builder,
                              along_x(at, offsetof(struct __offloadcc_group, x), MAX_THREADS),
                              at->edit.i32, "");
    LLVMValueRef thread = of_array(at, offsetof(struct __offloadcc_group, y), d - 1);
    if (!is_global)
        return thread;
    LLVMValueRef base =
        LLVMBuildNUWMul(builder, LLVMBuildZExt(builder, of_array(at, blocks, d), at->edit.i64, ""),
                        LLVMBuildZExt(builder, of_array(at, sizes, d), at->edit.i64, ""), "");
    return LLVMBuildNUWAdd(builder, base, LLVMBuildZExt(builder, thread, at->edit.i64, ""), "");
}

// Index calls ask for the place in the launch; then those of the loops are put in.
static bool replace_indices(struct making *at) {
    struct oc_values calls = {.arena = at->edit.ir->arena};
    at->enter = oc_ir_find_call(at->groups->function, OC_NAME_ENTER_GRID);
    if (!at->enter)
        return false;
    oc_ir_collect_calls(at->groups->function, &calls);
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

// What is recognised by index calls, before these are replaced.
static bool find_indices(struct oc_ir *ir, LLVMValueRef function) {
    if (!oc_ir_run_on_function(ir, function,
                               "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
        return false;
    oc_ids_find(ir, function, NULL);
    oc_stride_loops(ir, function);
    return true;
}

// Barriers get another name, which tells them from the arrays' of lane functions.
static void rename_barriers(struct making *at) {
    struct oc_values calls = {.arena = at->edit.ir->arena};
    LLVMValueRef barrier = NULL;
    oc_ir_collect_calls(at->groups->function, &calls);
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

// The loop around a lane function that takes few turns, which LLVM knows.
static const struct oc_loop *short_loop(const struct oc_loops *loops, LLVMValueRef call) {
    enum { MAX_TURNS = 6 }; // of a reduction over 64 lanes
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(call));
    unsigned turns = loop ? oc_loops_turns(loops, loop) : 0;
    return turns && turns <= MAX_TURNS ? loop : NULL;
}

// Unrolls the rounds of reductions and scans over the lanes, so that distances are constants.
static bool unroll(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    bool any = false;
    if (!oc_ir_run_on_function(ir, function, "loop(loop-rotate)", NULL))
        return false;
    oc_ir_collect_calls(function, &calls);
    struct oc_loops *loops = oc_loops_read(function);
    for (size_t i = 0; i < calls.count; i++) {
        const struct oc_loop *loop =
            oc_waits_for_lanes(calls.items[i]) ? short_loop(loops, calls.items[i]) : NULL;
        if (loop)
            oc_loop_unroll(loop);
        any |= loop != NULL;
    }
    oc_loops_dispose(loops);
    return !any || oc_ir_run_on_function(ir, function,
                                         "loop(loop-unroll-full),early-cse,"
                                         "instcombine<no-verify-fixpoint>,simplifycfg",
                                         NULL);
}

// ---- The copy ----------------------------------------------------------------------------------

void oc_groups_set_constants(struct oc_ir *ir, const struct oc_groups *groups) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context),
                i64 = LLVMInt64TypeInContext(ir->context);
    LLVMReplaceAllUsesWith(LLVMGetParam(groups->function, OC_BODY_FIRST), LLVMConstNull(i64));
    LLVMReplaceAllUsesWith(LLVMGetParam(groups->function, OC_BODY_LAST),
                           LLVMConstInt(i64, 1, false));
    for (unsigned d = 0; d < 3; d++)
        LLVMReplaceAllUsesWith(LLVMGetParam(groups->function, OC_BODY_SIZE_X + d),
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
        unsigned count = oc_lanegroups_count(calls.items[i]);
        differ |= groups.lanes && groups.lanes != count;
        groups.lanes = count;
    }
    groups.lanes = differ ? 0 : groups.lanes;
    return groups;
}

bool oc_groups_make(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared,
                    struct oc_groups *out) {
    struct oc_groups groups = look_at(ir, body);
    *out = (struct oc_groups){0};
    if (!groups.lanes || !(groups.function = oc_copy_function(body)))
        return true;
    const char *name = oc_arena_printf(ir->arena, "%s.group", oc_ir_name(body));
    LLVMSetValueName2(groups.function, name, strlen(name));
    struct making at = {oc_edit_begin(ir), &groups, NULL};
    bool done = find_indices(ir, groups.function) && unroll(ir, groups.function);
    bool replaced = done && replace_indices(&at);
    if (replaced) {
        rename_barriers(&at);
        oc_groups_set_constants(ir, &groups);
        oc_lanegroups_expand(ir, groups.function, shared, true);
        *out = groups;
    } else {
        LLVMDeleteFunction(groups.function);
    }
    oc_edit_end(&at.edit);
    return done;
}

bool oc_groups_keep_barriers(const struct oc_body *body) {
    for (size_t i = 0; i < body->count; i++) {
        const struct oc_node *node = &body->nodes[i];
        if (!node->barrier || !oc_body_isolated_call(node->block, OC_NAME_BARRIER_OF_GROUPS))
            continue;
        if (node->next_count != 1)
            return false;
        const struct oc_node *next = &body->nodes[node->next[0]];
        if (node->next[0] != body->exit && (next->before_count != 1 || next->barrier))
            return false;
    }
    return true;
}

// ---- The choice --------------------------------------------------------------------------------

// A function that runs blocks by the group if their size in x is a multiple of the number of lanes.
struct choosing {
    struct oc_edit edit;
    const struct oc_groups *groups;
    LLVMValueRef run;
    size_t bytes;
};

// Calls the function of the runtime's that runs all groups.
static void build_run(struct choosing *at, LLVMValueRef choice) {
    struct oc_edit *edit = &at->edit;
    const char *name = at->groups->waits ? OC_NAME_RUN_WAITING_GROUPS : OC_NAME_RUN_GROUPS;
    enum { COUNT = 8 };
    LLVMTypeRef parameters[COUNT] = {edit->pointer, edit->pointer, edit->pointer, edit->i64,
                                     edit->i64,     edit->pointer, edit->i32,     edit->i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(edit->ir->context), parameters,
                                        at->groups->waits ? COUNT : COUNT - 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(edit->ir->module, name);
    if (!function)
        function = LLVMAddFunction(edit->ir->module, name, type);
    LLVMValueRef arguments[COUNT] = {at->run,
                                     LLVMGetParam(choice, OC_BODY_SLOTS),
                                     LLVMGetParam(choice, OC_BODY_GRID),
                                     LLVMGetParam(choice, OC_BODY_FIRST),
                                     LLVMGetParam(choice, OC_BODY_LAST),
                                     LLVMGetParam(choice, OC_BODY_MEMORY),
                                     LLVMConstInt(edit->i32, at->groups->lanes, false),
                                     LLVMConstInt(edit->i64, at->bytes, false)};
    LLVMBuildCall2(edit->builder, type, function, arguments, LLVMCountParamTypes(type), "");
}

// Whether the grid has no more than MAX_INDEX threads in x.
static LLVMValueRef is_small(struct choosing *at, LLVMValueRef choice) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef distance = LLVMConstInt(
        at->edit.i64, offsetof(struct __offloadcc_grid, __offloadcc_block_count), false);
    LLVMValueRef address = LLVMBuildInBoundsGEP2(
        builder, at->edit.i8, LLVMGetParam(choice, OC_BODY_GRID), &distance, 1, "");
    LLVMValueRef count = LLVMBuildZExt(builder, LLVMBuildLoad2(builder, at->edit.i32, address, ""),
                                       at->edit.i64, "");
    LLVMValueRef size =
        LLVMBuildZExt(builder, LLVMGetParam(choice, OC_BODY_SIZE_X), at->edit.i64, "");
    return LLVMBuildICmp(builder, LLVMIntULE, LLVMBuildNUWMul(builder, count, size, ""),
                         LLVMConstInt(at->edit.i64, MAX_INDEX, false), "");
}

static LLVMValueRef build_choice(struct choosing *at, LLVMValueRef body) {
    struct oc_edit *edit = &at->edit;
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    LLVMValueRef choice = LLVMAddFunction(edit->ir->module, "__offloadcc_choose_groups", type);
    LLVMSetLinkage(choice, LLVMInternalLinkage);
    oc_ir_copy_target(body, choice);
    LLVMBasicBlockRef entry = oc_edit_append_block(edit, choice),
                      by_group = oc_edit_append_block(edit, choice),
                      by_block = oc_edit_append_block(edit, choice);
    LLVMValueRef arguments[OC_BODY_SIZE_X + 3];
    LLVMGetParams(choice, arguments);
    oc_edit_at_end(edit, entry, NULL);
    LLVMValueRef rest = LLVMBuildAnd(edit->builder, arguments[OC_BODY_SIZE_X],
                                     LLVMConstInt(edit->i32, at->groups->lanes - 1, false), "");
    LLVMBuildCondBr(edit->builder,
                    LLVMBuildAnd(edit->builder, LLVMBuildIsNull(edit->builder, rest, ""),
                                 is_small(at, choice), ""),
                    by_group, by_block);
    LLVMPositionBuilderAtEnd(edit->builder, by_group);
    build_run(at, choice);
    LLVMBuildRetVoid(edit->builder);
    LLVMPositionBuilderAtEnd(edit->builder, by_block);
    LLVMBuildCall2(edit->builder, type, body, arguments, OC_BODY_SIZE_X + 3, "");
    LLVMBuildRetVoid(edit->builder);
    return choice;
}

void oc_groups_install(struct oc_ir *ir, const struct oc_groups *groups, LLVMValueRef blocks,
                       LLVMValueRef run, size_t bytes, struct oc_values *choices) {
    struct choosing at = {oc_edit_begin(ir), groups, run, bytes};
    struct oc_values calls = {.arena = ir->arena}, callees = {.arena = ir->arena};
    oc_ir_collect_calls(blocks, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        if (!callee || LLVMCountParams(callee) != OC_BODY_SIZE_X + 3 || LLVMIsDeclaration(callee))
            continue;
        size_t known = 0;
        while (known < callees.count && callees.items[known] != callee)
            known++;
        if (known == callees.count) {
            oc_values_add(&callees, callee);
            oc_values_add(choices, build_choice(&at, callee));
        }
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1,
                       choices->items[choices->count - callees.count + known]);
    }
    oc_edit_end(&at.edit);
}
