#include "cpu/groupsteps.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanevectors.h"
#include "cpu/loops/carry.h"
#include "ir/edit.h"
#include "ir/ids.h"

#include <string.h>

// What a step does, and its arguments.
enum what { COPY, MOVE, VOTE, REDUCE };
enum { STEP_IN, STEP_OUT, STEP_WHAT, STEP_BITS, STEP_HOW, STEP_BY, STEP_ARGUMENTS };

enum { ALIGNMENT = 64 }; // of the arrays, in bytes

struct making {
    struct oc_edit edit;
    LLVMTypeRef type; // of `step`
    LLVMValueRef step;
    struct oc_values *shared;
};

static LLVMValueRef find_array(struct making *at, const char *name, LLVMTypeRef element) {
    LLVMValueRef array = oc_lanefunctions_array(
        at->edit.ir,
        oc_arena_printf(at->edit.ir->arena, "%s%u", name, LLVMGetIntTypeWidth(element)),
        LLVMArrayType2(element, OC_LANES_MOST), at->shared);
    LLVMSetAlignment(array, ALIGNMENT);
    return array;
}

static LLVMValueRef find_lane(struct making *at) {
    return oc_ids_call(at->edit.ir, at->edit.builder, OC_NAME_THREAD_ID,
                       LLVMConstNull(at->edit.i32));
}

// Stores the lane's value, and makes the step. Returns its result, an array of `result`s.
static LLVMValueRef take_step(struct making *at, const struct oc_lanecall *call, LLVMValueRef value,
                              enum what what, LLVMTypeRef result) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef in = find_array(at, "in", type), out = find_array(at, "out", result);
    LLVMBuildStore(at->edit.builder, value,
                   oc_lanefunctions_element(&at->edit, type, in, find_lane(at)));
    bool has_by = call->by && LLVMIsAConstantInt(call->by);
    LLVMValueRef arguments[STEP_ARGUMENTS] = {
        in,
        out,
        LLVMConstInt(at->edit.i32, what, false),
        LLVMConstInt(at->edit.i32, LLVMGetIntTypeWidth(type), false),
        LLVMConstInt(at->edit.i32, call->how, false),
        LLVMConstInt(at->edit.i64, has_by ? LLVMConstIntGetZExtValue(call->by) : 0, false)};
    LLVMBuildCall2(at->edit.builder, at->type, at->step, arguments, STEP_ARGUMENTS, "");
    return out;
}

// The lane whose value a lane gets from a copy.
static LLVMValueRef find_other(struct making *at, const struct oc_lanecall *call) {
    LLVMValueRef lane = find_lane(at), is_lane;
    LLVMValueRef other = oc_lanefunctions_other(&at->edit, call, lane, &is_lane);
    return LLVMBuildSelect(at->edit.builder, is_lane, other, lane, "");
}

static LLVMValueRef exchange(struct making *at, const struct oc_lanecall *call) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    bool is_constant = LLVMIsAConstantInt(call->by) != NULL;
    LLVMValueRef out = take_step(at, call, call->value, is_constant ? MOVE : COPY, type);
    LLVMValueRef lane = is_constant ? find_lane(at) : find_other(at, call);
    if (is_constant && call->how >> OC_LANES_KIND_SHIFT == OC_SHUFFLE &&
        LLVMConstIntGetZExtValue(call->by) < call->lanes)
        lane = LLVMConstNull(at->edit.i32); // all get the same
    return LLVMBuildLoad2(at->edit.builder, type,
                          oc_lanefunctions_element(&at->edit, type, out, lane), "");
}

static LLVMValueRef vote(struct making *at, const struct oc_lanecall *call) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(call->value));
    LLVMValueRef is_set = LLVMBuildICmp(builder, LLVMIntNE, call->value, none, "");
    LLVMValueRef out =
        take_step(at, call, LLVMBuildZExt(builder, is_set, at->edit.i8, ""), VOTE, at->edit.i64);
    return LLVMBuildLoad2(builder, at->edit.i64, out, "");
}

// Of matches, and of reductions with a mask, which lanes may have different ones of.
static LLVMValueRef of_copy(struct making *at, const struct oc_lanecall *call) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    LLVMValueRef out = take_step(at, call, call->value, COPY, type);
    LLVMValueRef all = oc_lanevectors_load(&at->edit, type, call->lanes, out);
    if (call->function == OC_LANES_MATCH)
        return oc_lanevectors_match(&at->edit, all, call->value);
    return oc_lanevectors_reduce(&at->edit, all, oc_lanevectors_mask(&at->edit, call->by),
                                 call->how);
}

static LLVMValueRef replace(struct making *at, const struct oc_lanecall *call) {
    LLVMTypeRef type = LLVMTypeOf(call->value);
    if (call->function == OC_LANES_EXCHANGE)
        return exchange(at, call);
    if (call->function == OC_LANES_BALLOT)
        return vote(at, call);
    if (call->function == OC_LANES_MATCH || !LLVMIsAConstantInt(call->by))
        return of_copy(at, call);
    return LLVMBuildLoad2(at->edit.builder, type, take_step(at, call, call->value, REDUCE, type),
                          "");
}

void oc_groupsteps_make(struct oc_ir *ir, LLVMValueRef function, struct oc_values *shared) {
    struct oc_values calls = {.arena = ir->arena};
    oc_lanefunctions_find(function, &calls);
    struct making at = {.edit = oc_edit_begin(ir), .shared = shared};
    LLVMTypeRef types[STEP_ARGUMENTS] = {at.edit.pointer, at.edit.pointer, at.edit.i32,
                                         at.edit.i32,     at.edit.i32,     at.edit.i64};
    at.type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, STEP_ARGUMENTS, false);
    at.step = LLVMGetNamedFunction(ir->module, OC_NAME_STEP_OF_GROUP);
    if (calls.count && !at.step) {
        at.step = LLVMAddFunction(ir->module, OC_NAME_STEP_OF_GROUP, at.type);
        oc_ir_add_attribute(ir, at.step, "convergent");
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct oc_lanecall call = oc_lanefunctions_read(calls.items[i]);
        oc_edit_before(&at.edit, calls.items[i]);
        LLVMReplaceAllUsesWith(calls.items[i], replace(&at, &call));
        oc_edit_remove_call(&at.edit, calls.items[i]);
    }
    oc_edit_end(&at.edit);
}

// ---- Vector instructions -----------------------------------------------------------------------

static uint64_t constant_of(LLVMValueRef step, unsigned argument) {
    return LLVMConstIntGetZExtValue(LLVMGetOperand(step, argument));
}

static void expand(struct oc_edit *edit, LLVMValueRef step) {
    LLVMTypeRef type =
        LLVMIntTypeInContext(edit->ir->context, (unsigned)constant_of(step, STEP_BITS));
    unsigned how = (unsigned)constant_of(step, STEP_HOW), lanes = how & OC_LANES_MASK;
    LLVMValueRef by = LLVMGetOperand(step, STEP_BY), result;
    LLVMValueRef in = oc_lanevectors_load(edit, type, lanes, LLVMGetOperand(step, STEP_IN));
    LLVMSetAlignment(in, ALIGNMENT);
    switch ((enum what)constant_of(step, STEP_WHAT)) {
    case MOVE:
        result = oc_lanevectors_move(edit, in, (enum oc_shuffle)(how >> OC_LANES_KIND_SHIFT),
                                     LLVMConstIntGetZExtValue(by));
        break;
    case VOTE:
        result = oc_lanevectors_votes(edit, in);
        break;
    case REDUCE:
        result = oc_lanevectors_reduce(edit, in, oc_lanevectors_mask(edit, by), how);
        break;
    default:
        result = in;
    }
    LLVMSetAlignment(LLVMBuildStore(edit->builder, result, LLVMGetOperand(step, STEP_OUT)),
                     ALIGNMENT);
}

// Marks an array of the function's: groups run one after the other, and none needs the values of a
// step after it.
static void mark_scratch(struct oc_ir *ir, LLVMValueRef array) {
    static const char name[] = OC_SCRATCH_METADATA;
    if (LLVMIsAAllocaInst(array))
        LLVMSetMetadata(
            array, LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1),
            LLVMMetadataAsValue(ir->context, LLVMMDNodeInContext2(ir->context, NULL, 0)));
}

void oc_groupsteps_expand(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    struct oc_edit edit = oc_edit_begin(ir);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_STEP_OF_GROUP) != 0)
            continue;
        oc_edit_before(&edit, calls.items[i]);
        expand(&edit, calls.items[i]);
        mark_scratch(ir, LLVMGetOperand(calls.items[i], STEP_IN));
        mark_scratch(ir, LLVMGetOperand(calls.items[i], STEP_OUT));
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
    oc_edit_end(&edit);
}
