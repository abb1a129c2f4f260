#include "cpu/fibres/coroutine.h"

#include "base/names.h"
#include "cpu/fibres/fibres.h"

#include <string.h>

// ---- Where a thread is -------------------------------------------------------------------------

// The rows of a place (glue/preamble.h).
enum row { THREAD_ID, BLOCK_ID, BLOCK_SIZE, BLOCK_COUNT, ROWS };
enum { DIMENSIONS = 3 };

static LLVMValueRef build_index(struct oc_edit *edit, LLVMValueRef place, enum row row,
                                LLVMValueRef dimension) {
    LLVMValueRef first = LLVMConstInt(edit->i64, (unsigned)row * DIMENSIONS, false);
    LLVMValueRef at = LLVMBuildAdd(edit->builder, first,
                                   LLVMBuildZExt(edit->builder, dimension, edit->i64, ""), "");
    LLVMValueRef address = LLVMBuildInBoundsGEP2(edit->builder, edit->i32, place, &at, 1, "");
    return LLVMBuildLoad2(edit->builder, edit->i32, address, "");
}

static LLVMValueRef build_global_id(struct oc_edit *edit, LLVMValueRef place,
                                    LLVMValueRef dimension) {
    LLVMValueRef parts[3];
    for (enum row row = THREAD_ID; row <= BLOCK_SIZE; row++)
        parts[row] =
            LLVMBuildZExt(edit->builder, build_index(edit, place, row, dimension), edit->i64, "");
    return LLVMBuildAdd(edit->builder,
                        LLVMBuildMul(edit->builder, parts[BLOCK_ID], parts[BLOCK_SIZE], ""),
                        parts[THREAD_ID], "");
}

// What an index call stands for, before it; NULL for other calls.
static LLVMValueRef build_from_place(struct oc_edit *edit, LLVMValueRef place, LLVMValueRef call) {
    static const char *const indices[ROWS] = {OC_NAME_THREAD_ID, OC_NAME_BLOCK_ID,
                                              OC_NAME_BLOCK_SIZE, OC_NAME_BLOCK_COUNT};
    const char *name = oc_ir_callee(call) ? oc_ir_name(oc_ir_callee(call)) : "";
    oc_edit_before(edit, call);
    for (enum row row = THREAD_ID; row < ROWS; row++)
        if (strcmp(name, indices[row]) == 0)
            return build_index(edit, place, row, LLVMGetOperand(call, 0));
    if (strcmp(name, OC_NAME_GLOBAL_ID) == 0)
        return build_global_id(edit, place, LLVMGetOperand(call, 0));
    // The scheduler has entered the grid.
    if (strcmp(name, OC_NAME_ENTER_GRID) == 0)
        return LLVMConstNull(edit->pointer);
    if (strcmp(name, OC_NAME_DYNAMIC_SHARED) != 0)
        return NULL;
    LLVMValueRef at = LLVMConstInt(edit->i64, (unsigned)ROWS * DIMENSIONS, false);
    LLVMValueRef address = LLVMBuildInBoundsGEP2(edit->builder, edit->i32, place, &at, 1, "");
    return LLVMBuildLoad2(edit->builder, edit->pointer, address, "");
}

static void read_place(struct oc_edit *edit, LLVMValueRef fibre) {
    struct oc_values calls = {.arena = edit->ir->arena};
    oc_ir_collect_calls(fibre, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        LLVMValueRef value = build_from_place(edit, LLVMGetParam(fibre, 1), call);
        if (value)
            LLVMReplaceAllUsesWith(call, value);
        if (value || strcmp(oc_ir_callee_name(call), OC_NAME_LEAVE_GRID) == 0)
            oc_edit_remove_call(edit, call);
    }
}

// ---- Calls that wait ---------------------------------------------------------------------------

// Whether the arguments are what the function takes: a call without a prototype may differ in all.
static bool call_fits(LLVMValueRef call, LLVMValueRef function) {
    unsigned count = LLVMGetNumArgOperands(call);
    if (count != LLVMCountParams(function) ||
        LLVMTypeOf(call) != LLVMGetReturnType(LLVMGlobalGetValueType(function)))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != LLVMTypeOf(LLVMGetParam(function, i)))
            return false;
    return true;
}

// The same call as an ordinary one, at the builder's place.
static LLVMValueRef build_same_call(struct oc_edit *edit, LLVMValueRef call,
                                    LLVMValueRef *arguments) {
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef same = LLVMBuildCall2(edit->builder, LLVMGetCalledFunctionType(call),
                                       LLVMGetCalledValue(call), arguments, count, "");
    LLVMSetInstructionCallConv(same, LLVMGetInstructionCallConv(call));
    for (unsigned at = 0; at <= count; at++) {
        unsigned attribute_count = LLVMGetCallSiteAttributeCount(call, at);
        LLVMAttributeRef *attributes =
            OC_NEW_ARRAY(edit->ir->arena, attribute_count, LLVMAttributeRef);
        LLVMGetCallSiteAttributes(call, at, attributes);
        for (unsigned i = 0; i < attribute_count; i++)
            LLVMAddCallSiteAttribute(same, at, attributes[i]);
    }
    return same;
}

// Goes to a block with an ordinary call if there is no coroutine at run time. The builder is left
// where there is one.
static void build_plain_way(struct oc_edit *edit, LLVMValueRef call, LLVMValueRef fibre,
                            LLVMValueRef *arguments, LLVMBasicBlockRef next) {
    LLVMBasicBlockRef plain = oc_edit_block_before(edit, next),
                      start = oc_edit_block_before(edit, next);
    LLVMBuildCondBr(edit->builder, LLVMBuildIsNull(edit->builder, fibre, ""), plain, start);
    oc_edit_at_end(edit, plain, call);
    LLVMValueRef value = build_same_call(edit, call, arguments);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMBuildStore(edit->builder, value, arguments[LLVMGetNumArgOperands(call)]);
    LLVMBuildBr(edit->builder, LLVMGetInstructionParent(call));
    oc_edit_at_end(edit, start, call);
}

// The coroutine that a call starts.
struct target {
    LLVMValueRef fibre;
    LLVMTypeRef type;
    LLVMValueRef number; // of a call through a pointer, which function it is, and `fibre` is null
                         // at run time where the call stays as it is; else NULL
};

// Turns a call into one of a coroutine.
static void call_fibre(struct oc_edit *edit, struct oc_fibre *from, LLVMValueRef call,
                       struct target target) {
    const struct oc_resumable *caller = &from->coroutine;
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMTypeRef result_type = LLVMTypeOf(call);
    bool has_result = LLVMGetTypeKind(result_type) != LLVMVoidTypeKind;
    LLVMValueRef *arguments = OC_NEW_ARRAY(edit->ir->arena, count + 1, LLVMValueRef);
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetOperand(call, i);
    arguments[count] = has_result ? oc_resumable_variable(edit, caller, result_type)
                                  : LLVMConstNull(edit->pointer);
    oc_edit_split_before(edit, call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(call),
                      finish = oc_edit_block_before(edit, rest);
    if (target.number)
        build_plain_way(edit, call, target.fibre, arguments, finish);
    oc_meetings_enter(&from->meetings, caller, call, target.number);
    oc_resumable_suspend(edit, caller,
                         oc_resumable_start(edit, target.type, target.fibre, arguments, finish));
    oc_edit_at_end(edit, finish, call);
    oc_meetings_leave(&from->meetings, call);
    LLVMBuildBr(edit->builder, rest);
    oc_edit_before(edit, call);
    if (has_result)
        LLVMReplaceAllUsesWith(call,
                               LLVMBuildLoad2(edit->builder, result_type, arguments[count], ""));
    oc_edit_remove_call(edit, call);
}

static void wait_at_barrier(struct oc_edit *edit, const struct oc_resumable *caller,
                            LLVMValueRef call) {
    oc_edit_split_before(edit, call);
    oc_resumable_suspend(edit, caller, LLVMGetInstructionParent(call));
    oc_edit_remove_call(edit, call);
}

static bool call_by_name(struct oc_fibres *fibres, struct oc_fibre *caller, LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call), fibre = oc_fibres_of(fibres, callee);
    if (!fibre)
        return false;
    struct target target = {fibre, LLVMGlobalGetValueType(fibre), NULL};
    if (call_fits(call, callee))
        call_fibre(&fibres->edit, caller, call, target);
    return true;
}

// The coroutine is looked up among those of the pointer's type.
static bool call_by_pointer(struct oc_fibres *fibres, struct oc_fibre *caller, LLVMValueRef call) {
    struct oc_edit *edit = &fibres->edit;
    LLVMValueRef found = LLVMConstNull(edit->pointer), number = LLVMConstNull(edit->i32);
    for (size_t i = 0; i < fibres->waits.pointed.count; i++) {
        LLVMValueRef candidate = fibres->waits.pointed.items[i];
        if (!oc_waits_may_be(call, candidate))
            continue;
        LLVMValueRef fibre = oc_fibres_of(fibres, candidate);
        if (!fibre)
            return false;
        oc_edit_before(edit, call);
        LLVMValueRef same =
            LLVMBuildICmp(edit->builder, LLVMIntEQ, LLVMGetCalledValue(call), candidate, "");
        found = LLVMBuildSelect(edit->builder, same, fibre, found, "");
        number =
            LLVMBuildSelect(edit->builder, same, LLVMConstInt(edit->i32, i, false), number, "");
    }
    LLVMTypeRef type = oc_fibres_type(edit, LLVMGetCalledFunctionType(call));
    call_fibre(edit, caller, call, (struct target){found, type, number});
    return true;
}

// Makes a coroutine's calls suspend it. Coroutines that it calls are added.
static bool add_waits(struct oc_fibres *fibres, struct oc_fibre *fibre) {
    const struct oc_resumable *caller = &fibre->coroutine;
    struct oc_values calls = {.arena = fibres->edit.ir->arena};
    oc_ir_collect_calls(caller->function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = oc_ir_callee(call);
        if (!oc_waits_call(&fibres->waits, call))
            continue;
        if (oc_waits_for_block(call))
            wait_at_barrier(&fibres->edit, caller, call);
        else if (oc_waits_for_lanes(call))
            oc_meetings_wait(&fibre->meetings, caller, call);
        else if (!(callee ? call_by_name : call_by_pointer)(fibres, fibre, call))
            return false;
    }
    return true;
}

bool oc_coroutine_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre) {
    struct oc_fibres fibres = oc_fibres_begin(ir, kernel);
    read_place(&fibres.edit, fibre);
    struct oc_meetings meetings = oc_meetings_find(&fibres.edit, &fibres.lanes, fibre);
    oc_fibres_add(&fibres, oc_resumable_make(&fibres.edit, fibre, NULL), meetings);
    bool done = true;
    for (struct oc_fibre *next = fibres.first; done && next; next = next->next)
        done = add_waits(&fibres, next);
    oc_fibres_end(&fibres);
    return done;
}
