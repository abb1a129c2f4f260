#include "cpu/lanefunctions.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/awaits.h"
#include "cpu/lanevectors.h"
#include "ir/breaks.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/sourceplace.h"
#include "ir/sums.h"
#include "ir/waits.h"
#include "model/unit.h"

#include <string.h>

enum { TURNS = 2 };

struct expansion {
    struct oc_edit edit;
    LLVMValueRef turn; // a variable
    struct oc_values *shared;
};

// What a call needs to know of its thread.
struct thread {
    LLVMValueRef me;    // its number in the block
    LLVMValueRef lane;  // in its group
    LLVMValueRef first; // the number of the group's first thread
    LLVMValueRef count; // of the block's threads
};

static LLVMValueRef number(struct expansion *to, uint64_t value) {
    return LLVMConstInt(to->edit.i32, value, false);
}

static LLVMValueRef ask(struct expansion *to, const char *name, unsigned dimension) {
    return oc_ids_call(to->edit.ir, to->edit.builder, name, number(to, dimension));
}

static struct thread find_thread(struct expansion *to, LLVMValueRef lanes) {
    LLVMBuilderRef at = to->edit.builder;
    LLVMValueRef x = ask(to, OC_NAME_BLOCK_SIZE, 0), y = ask(to, OC_NAME_BLOCK_SIZE, 1),
                 z = ask(to, OC_NAME_BLOCK_SIZE, 2);
    LLVMValueRef row =
        LLVMBuildNUWAdd(at, ask(to, OC_NAME_THREAD_ID, 1),
                        LLVMBuildNUWMul(at, y, ask(to, OC_NAME_THREAD_ID, 2), ""), "");
    LLVMValueRef me =
        LLVMBuildNUWAdd(at, ask(to, OC_NAME_THREAD_ID, 0), LLVMBuildNUWMul(at, x, row, ""), "");
    LLVMValueRef lane = LLVMBuildURem(at, me, lanes, "");
    return (struct thread){me, lane, LLVMBuildNUWSub(at, me, lane, ""),
                           LLVMBuildNUWMul(at, x, LLVMBuildNUWMul(at, y, z, ""), "")};
}

LLVMValueRef oc_lanefunctions_array(struct oc_ir *ir, const char *name, LLVMTypeRef type,
                                    struct oc_values *shared) {
    const char *full = oc_arena_printf(ir->arena, "__offloadcc_lanes.%s", name);
    LLVMValueRef array = LLVMGetNamedGlobal(ir->module, full);
    if (array)
        return array;
    array = LLVMAddGlobal(ir->module, type, full);
    LLVMSetInitializer(array, LLVMGetUndef(type));
    LLVMSetLinkage(array, LLVMInternalLinkage);
    oc_values_add(shared, array);
    return array;
}

LLVMValueRef oc_lanefunctions_element(struct oc_edit *edit, LLVMTypeRef element, LLVMValueRef array,
                                      LLVMValueRef index) {
    LLVMValueRef wide = LLVMBuildZExt(edit->builder, index, edit->i64, "");
    return LLVMBuildInBoundsGEP2(edit->builder, element, array, &wide, 1, "");
}

// The array of this turn, of elements of a type.
static LLVMValueRef find_array(struct expansion *to, LLVMTypeRef element) {
    struct oc_ir *ir = to->edit.ir;
    LLVMTypeRef of_turn = LLVMArrayType2(element, OC_MAX_BLOCK_THREADS);
    LLVMValueRef array = oc_lanefunctions_array(
        ir, oc_arena_printf(ir->arena, "exchange%u", LLVMGetIntTypeWidth(element)),
        LLVMArrayType2(of_turn, TURNS), to->shared);
    LLVMValueRef turn = LLVMBuildLoad2(to->edit.builder, to->edit.i64, to->turn, "");
    return LLVMBuildInBoundsGEP2(to->edit.builder, of_turn, array, &turn, 1, "");
}

// All threads wait, and what they exchange next goes to the other array.
static void wait(struct expansion *to) {
    LLVMBuilderRef at = to->edit.builder;
    oc_waits_build_barrier(to->edit.ir, at);
    LLVMValueRef turn = LLVMBuildLoad2(at, to->edit.i64, to->turn, "");
    LLVMBuildStore(at, LLVMBuildXor(at, turn, LLVMConstInt(to->edit.i64, 1, false), ""), to->turn);
}

LLVMValueRef oc_lanefunctions_other(struct oc_edit *edit, const struct oc_lanecall *call,
                                    LLVMValueRef lane, LLVMValueRef *is_lane) {
    LLVMBuilderRef at = edit->builder;
    enum oc_shuffle kind = (enum oc_shuffle)(call->how >> OC_LANES_KIND_SHIFT);
    LLVMValueRef by = call->by, other = by, lanes = LLVMConstInt(edit->i32, call->lanes, false);
    if (kind == OC_SHUFFLE_UP) {
        *is_lane = LLVMBuildICmp(at, LLVMIntULE, by, lane, "");
        return LLVMBuildSub(at, lane, by, "");
    }
    if (kind == OC_SHUFFLE_DOWN) {
        *is_lane = LLVMBuildICmp(at, LLVMIntULT, by, LLVMBuildNUWSub(at, lanes, lane, ""), "");
        return LLVMBuildAdd(at, lane, by, "");
    }
    if (kind == OC_SHUFFLE_XOR)
        other = LLVMBuildXor(at, lane, by, "");
    *is_lane = LLVMBuildICmp(at, LLVMIntULT, other, lanes, "");
    return other;
}

// The number of the thread whose value a thread gets: its own where there is no such lane.
static LLVMValueRef find_other(struct expansion *to, const struct thread *thread,
                               const struct oc_lanecall *call) {
    LLVMBuilderRef at = to->edit.builder;
    LLVMValueRef is_lane, other = oc_lanefunctions_other(&to->edit, call, thread->lane, &is_lane);
    other = LLVMBuildAdd(at, thread->first, other, "");
    is_lane =
        LLVMBuildAnd(at, is_lane, LLVMBuildICmp(at, LLVMIntULT, other, thread->count, ""), "");
    return LLVMBuildSelect(at, is_lane, other, thread->me, "");
}

// Stores what the threads pass. Returns the array, in which all find it then.
static LLVMValueRef store_value(struct expansion *to, const struct thread *thread,
                                LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef array = find_array(to, type);
    LLVMBuildStore(to->edit.builder, value,
                   oc_lanefunctions_element(&to->edit, type, array, thread->me));
    wait(to);
    return array;
}

static LLVMValueRef exchange(struct expansion *to, const struct oc_lanecall *call) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    struct thread thread = find_thread(to, number(to, call->lanes));
    LLVMValueRef array = store_value(to, &thread, call->value);
    LLVMValueRef other = find_other(to, &thread, call);
    return LLVMBuildLoad2(to->edit.builder, type,
                          oc_lanefunctions_element(&to->edit, type, array, other), "");
}

// The mask of the lanes that the group has: a block's last group may lack some.
static LLVMValueRef lanes_there(struct expansion *to, const struct thread *thread, unsigned count) {
    LLVMBuilderRef at = to->edit.builder;
    LLVMValueRef there = LLVMBuildNUWSub(at, thread->count, thread->first, "");
    LLVMValueRef lanes = number(to, count);
    there = LLVMBuildSelect(at, LLVMBuildICmp(at, LLVMIntULT, there, lanes, ""), there, lanes, "");
    LLVMValueRef missing =
        LLVMBuildZExt(at, LLVMBuildSub(at, number(to, 64), there, ""), to->edit.i64, "");
    return LLVMBuildLShr(at, LLVMConstAllOnes(to->edit.i64), missing, "");
}

// What is computed from the values of the whole group.
static LLVMValueRef of_all(struct expansion *to, const struct oc_lanecall *call) {
    LLVMBuilderRef at = to->edit.builder;
    struct thread thread = find_thread(to, number(to, call->lanes));
    LLVMValueRef value = call->value;
    if (call->function == OC_LANES_BALLOT) {
        LLVMValueRef none = LLVMConstNull(LLVMTypeOf(value));
        value = LLVMBuildZExt(at, LLVMBuildICmp(at, LLVMIntNE, value, none, ""), to->edit.i8, "");
    }
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef array = store_value(to, &thread, value);
    LLVMValueRef all =
        oc_lanevectors_load(&to->edit, type, call->lanes,
                            oc_lanefunctions_element(&to->edit, type, array, thread.first));
    LLVMValueRef there = lanes_there(to, &thread, call->lanes), result;
    if (call->function == OC_LANES_REDUCE)
        return oc_lanevectors_reduce(
            &to->edit, all, LLVMBuildAnd(at, there, oc_lanevectors_mask(&to->edit, call->by), ""),
            call->how);
    if (call->function == OC_LANES_BALLOT)
        result = oc_lanevectors_votes(&to->edit, all);
    else
        result = oc_lanevectors_match(&to->edit, all, value);
    return LLVMBuildAnd(at, result, there, "");
}

static struct expansion begin(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared) {
    struct expansion to = {.edit = oc_edit_begin(ir), .shared = shared};
    oc_edit_before(&to.edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body)));
    to.turn = LLVMBuildAlloca(to.edit.builder, to.edit.i64, "");
    return to;
}

static unsigned how_of(LLVMValueRef call) {
    unsigned count = LLVMGetNumArgOperands(call);
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, count - 1));
}

unsigned oc_lanefunctions_count(LLVMValueRef call) {
    return how_of(call) & OC_LANES_MASK;
}

struct oc_lanecall oc_lanefunctions_read(LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    struct oc_lanecall result = {.value = LLVMGetOperand(call, 0)};
    LLVMValueRef before = LLVMGetPreviousInstruction(call);
    if (before && strcmp(oc_ir_callee_name(before), OC_NAME_PRESENT_IN_GROUP) == 0)
        result.present = LLVMGetOperand(before, 0);
    result.how = how_of(call);
    result.lanes = result.how & OC_LANES_MASK;
    if (LLVMGetNumArgOperands(call) > 2)
        result.by = LLVMGetOperand(call, 1);
    if (strcmp(name, OC_NAME_GROUP_BALLOT) == 0)
        result.function = OC_LANES_BALLOT;
    else if (strcmp(name, OC_NAME_GROUP_MATCH) == 0)
        result.function = OC_LANES_MATCH;
    else if (oc_starts_with(name, OC_NAME_GROUP_REDUCE))
        result.function = OC_LANES_REDUCE;
    else if (oc_starts_with(name, OC_NAME_GROUP_PACK))
        result.function = OC_LANES_PACK;
    return result;
}

bool oc_lanefunctions_have_one_result(LLVMValueRef call) {
    struct oc_lanecall lanecall = oc_lanefunctions_read(call);
    unsigned kind = lanecall.how >> OC_LANES_KIND_SHIFT;
    if (lanecall.function == OC_LANES_EXCHANGE)
        return kind == OC_SHUFFLE_SAME || (kind == OC_SHUFFLE && LLVMIsAConstantInt(lanecall.by) &&
                                           LLVMConstIntGetZExtValue(lanecall.by) < lanecall.lanes);
    return lanecall.function != OC_LANES_MATCH;
}

LLVMValueRef oc_lanefunctions_build_ballot(struct oc_edit *edit, LLVMValueRef vote,
                                           unsigned lanes) {
    LLVMValueRef arguments[] = {vote, LLVMConstInt(edit->i32, lanes, false)};
    LLVMValueRef ballot = oc_edit_call(edit, OC_NAME_GROUP_BALLOT, edit->i64, arguments, 2);
    oc_ir_add_attribute(edit->ir, LLVMGetCalledValue(ballot), "convergent");
    return ballot;
}

bool oc_lanefunctions_votes_for(LLVMValueRef ballot, LLVMValueRef branch, LLVMBasicBlockRef to) {
    LLVMValueRef predicate = LLVMGetOperand(ballot, 0), condition = LLVMGetCondition(branch);
    bool is_same =
        oc_sums_is_opcode(predicate, LLVMZExt) && LLVMGetOperand(predicate, 0) == condition;
    bool is_set = LLVMIsAICmpInst(condition) && LLVMGetOperand(condition, 0) == predicate &&
                  LLVMIsNull(LLVMGetOperand(condition, 1)) &&
                  LLVMGetICmpPredicate(condition) == LLVMIntNE;
    return (is_same || is_set) && LLVMGetSuccessor(branch, 0) == to;
}

void oc_lanefunctions_find(LLVMValueRef function, struct oc_values *out) {
    oc_ir_collect_calls_if(function, oc_waits_for_lanes, out);
}

bool oc_lanefunctions_are_in(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_lanefunctions_find(function, &calls);
    return calls.count > 0;
}

static struct oc_place place_of(struct oc_ir *ir, LLVMValueRef call) {
    return oc_sourceplace_of(ir->arena, oc_sourceplace_of_user(ir, call));
}

static void report_difference(struct oc_ir *ir, LLVMValueRef call, LLVMValueRef other) {
    struct oc_place first = place_of(ir, other);
    oc_report(ir->diag, OC_ERROR, place_of(ir, call), NULL,
              "this lane function is of groups of %u lanes, and that of %s:%u of groups of %u; "
              "compile all files of a program with the same -foffload-lanes",
              oc_lanefunctions_count(call), first.file ? first.file : "another file", first.line,
              oc_lanefunctions_count(other));
}

bool oc_lanefunctions_agree(struct oc_ir *ir) {
    LLVMValueRef first = NULL;
    OC_EACH_FUNCTION (function, ir->module) {
        if (!LLVMIsDeclaration(function) || !oc_starts_with(oc_ir_name(function), OC_NAME_GROUP))
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef call = LLVMGetUser(use);
            if (oc_ir_callee(call) != function || !oc_waits_for_lanes(call) ||
                !LLVMIsAConstantInt(LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1)))
                continue;
            if (first && oc_lanefunctions_count(first) != oc_lanefunctions_count(call)) {
                report_difference(ir, call, first);
                return false;
            }
            first = call;
        }
    }
    return true;
}

// Says between which numbers the mask is that a ballot or a match returns. A lane is in the mask of
// the lanes that it makes the call with, and of those with its value.
static void limit_masks(struct oc_ir *ir, const struct oc_values *calls) {
    static const char name[] = "range";
    enum { BITS = 64 };
    for (size_t i = 0; i < calls->count; i++) {
        LLVMValueRef call = calls->items[i];
        struct oc_lanecall lanecall = oc_lanefunctions_read(call);
        bool is_match = lanecall.function == OC_LANES_MATCH;
        if (!is_match && lanecall.function != OC_LANES_BALLOT)
            continue;
        bool has_own =
            is_match || (LLVMIsAConstantInt(lanecall.value) && !LLVMIsNull(lanecall.value));
        const uint64_t least = has_own, end = lanecall.lanes < BITS ? 1ull << lanecall.lanes : 0;
        if (least != end)
            LLVMAddCallSiteAttribute(call, LLVMAttributeReturnIndex,
                                     LLVMCreateConstantRangeAttribute(
                                         ir->context,
                                         LLVMGetEnumAttributeKindForName(name, sizeof name - 1),
                                         BITS, &least, &end));
    }
}

bool oc_lanefunctions_prepare(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values calls = {.arena = ir->arena};
        if (LLVMIsDeclaration(function) || oc_ir_has_attribute(function, "optnone"))
            continue;
        if (!oc_lanefunctions_are_in(ir, function))
            continue;
        if (!oc_ir_run_on_function(ir, function, "sroa", NULL) ||
            (oc_breaks_are_asked(function) &&
             !oc_ir_run_on_function(ir, function, "jump-threading", NULL)) ||
            !oc_ir_run_on_function(ir, function, "simplifycfg,early-cse,simplifycfg", NULL))
            return false;
        oc_lanefunctions_find(function, &calls);
        limit_masks(ir, &calls);
    }
    return true;
}

void oc_lanefunctions_expand(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMValueRef enter = oc_ir_find_call(body, OC_NAME_ENTER_GRID);
    oc_awaits_drop(ir, body); // all threads of the block come to each call
    oc_lanefunctions_find(body, &calls);
    if (calls.count == 0 || !enter)
        return;
    struct expansion to = begin(ir, body, shared);
    // Each thread begins with the first array.
    oc_edit_before(&to.edit, LLVMGetNextInstruction(enter));
    LLVMBuildStore(to.edit.builder, LLVMConstNull(to.edit.i64), to.turn);
    for (size_t i = 0; i < calls.count; i++) {
        struct oc_lanecall call = oc_lanefunctions_read(calls.items[i]);
        oc_edit_before(&to.edit, calls.items[i]);
        LLVMReplaceAllUsesWith(calls.items[i], call.function == OC_LANES_EXCHANGE
                                                   ? exchange(&to, &call)
                                                   : of_all(&to, &call));
        oc_edit_remove_call(&to.edit, calls.items[i]);
    }
    oc_edit_end(&to.edit);
}
