#include "ir/checkbarriers.h"

#include "base/names.h"
#include "ir/edit.h"
#include "ir/features.h"
#include "ir/sourceplace.h"

#include <string.h>

// The lines that have barriers, and the calls there.
struct barriers {
    struct oc_edit edit;
    struct oc_place *places;
    size_t count, capacity;
    struct oc_values calls;
    size_t *numbers;    // of each call's place
    LLVMValueRef turn;  // a variable: how many barriers this thread has come to
    LLVMValueRef fails; // a function: ends the kernel with a message
};

static size_t number_of(struct barriers *barriers, struct oc_place place) {
    for (size_t i = 0; i < barriers->count; i++)
        if (barriers->places[i].line == place.line &&
            strcmp(barriers->places[i].file, place.file) == 0)
            return i;
    barriers->places = oc_arena_grow(barriers->edit.ir->arena, barriers->places, barriers->count,
                                     &barriers->capacity, sizeof *barriers->places);
    barriers->places[barriers->count] = place;
    return barriers->count++;
}

// Returns whether threads may come to different ones.
static bool find(struct barriers *barriers, LLVMValueRef entry) {
    enum { MOST = 1 << 15 };
    struct oc_ir *ir = barriers->edit.ir;
    struct oc_values calls = {.arena = ir->arena};
    bool guarded = false;
    oc_ir_collect_calls(entry, &calls);
    barriers->numbers = OC_NEW_ARRAY(ir->arena, calls.count + 1, size_t);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        if (strcmp(oc_ir_callee_name(call), OC_NAME_BARRIER) != 0)
            continue;
        struct oc_place place = oc_sourceplace_of(ir->arena, oc_sourceplace_of_user(ir, call));
        place.file = place.file ? place.file : "?";
        guarded = guarded || oc_ir_is_guarded(LLVMGetInstructionParent(call));
        barriers->numbers[barriers->calls.count] = number_of(barriers, place);
        oc_values_add(&barriers->calls, call);
    }
    return guarded && barriers->count > 1 && barriers->count < MOST;
}

static LLVMValueRef build_file(struct barriers *barriers, size_t at) {
    return LLVMBuildGlobalString(barriers->edit.builder, barriers->places[at].file, "");
}

static LLVMValueRef build_line(struct barriers *barriers, size_t at) {
    return LLVMConstInt(barriers->edit.i32, barriers->places[at].line, false);
}

// The file and line of a barrier, by its number.
static void build_place(struct barriers *barriers, LLVMValueRef number, LLVMValueRef place[2]) {
    LLVMBuilderRef builder = barriers->edit.builder;
    place[0] = build_file(barriers, 0);
    place[1] = build_line(barriers, 0);
    for (size_t i = 1; i < barriers->count; i++) {
        LLVMValueRef is = LLVMBuildICmp(builder, LLVMIntEQ, number,
                                        LLVMConstInt(barriers->edit.i32, i + 1, false), "");
        place[0] = LLVMBuildSelect(builder, is, build_file(barriers, i), place[0], "");
        place[1] = LLVMBuildSelect(builder, is, build_line(barriers, i), place[1], "");
    }
}

// void fails(i32 number of this thread's barrier, i32 what the comparison returned)
static void make_failure(struct barriers *barriers, const char *kernel, LLVMValueRef entry) {
    struct oc_edit *edit = &barriers->edit;
    struct oc_ir *ir = edit->ir;
    LLVMTypeRef nothing = LLVMVoidTypeInContext(ir->context), types[] = {edit->i32, edit->i32};
    barriers->fails =
        LLVMAddFunction(ir->module, oc_arena_printf(ir->arena, "%s.barriers", oc_ir_name(entry)),
                        LLVMFunctionType(nothing, types, 2, false));
    oc_features_copy(entry, barriers->fails);
    LLVMSetLinkage(barriers->fails, LLVMInternalLinkage);
    oc_ir_add_attribute(ir, barriers->fails, "noinline");
    oc_ir_add_attribute(ir, barriers->fails, "noreturn");
    oc_ir_add_attribute(ir, barriers->fails, "cold");
    oc_edit_at_end(edit, oc_edit_append_block(edit, barriers->fails), NULL);
    LLVMValueRef other = LLVMGetParam(barriers->fails, 1),
                 half = LLVMConstInt(edit->i32, 16, false);
    LLVMValueRef number = LLVMBuildLShr(edit->builder, other, half, "");
    LLVMValueRef thread =
        LLVMBuildAnd(edit->builder, other, LLVMConstInt(edit->i32, 0xffff, false), "");
    LLVMValueRef own[2], others[2];
    build_place(barriers, LLVMGetParam(barriers->fails, 0), own);
    build_place(barriers, number, others);
    LLVMValueRef arguments[] = {LLVMBuildGlobalString(edit->builder, kernel, ""),
                                own[0],
                                own[1],
                                thread,
                                others[0],
                                others[1]};
    oc_edit_call(edit, OC_NAME_MEETS_FAIL, nothing, arguments, 6);
    LLVMBuildUnreachable(edit->builder);
}

// Asks one of the functions, with the builder before an instruction.
static void compare(struct barriers *barriers, LLVMValueRef at, const char *name, size_t number,
                    LLVMValueRef turn) {
    struct oc_edit *edit = &barriers->edit;
    LLVMValueRef arguments[] = {LLVMConstInt(edit->i32, number + 1, false), turn};
    LLVMValueRef other = oc_edit_call(edit, name, edit->i32, arguments, 2);
    LLVMValueRef differs =
        LLVMBuildICmp(edit->builder, LLVMIntNE, other, LLVMConstNull(edit->i32), "");
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    oc_edit_split_before(edit, at);
    LLVMBasicBlockRef fails = oc_edit_append_block(edit, function);
    LLVMBuildCondBr(edit->builder, differs, fails, LLVMGetInstructionParent(at));
    oc_edit_at_end(edit, fails, at);
    LLVMValueRef failing[] = {arguments[0], other};
    LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(barriers->fails), barriers->fails, failing,
                   2, "");
    LLVMBuildUnreachable(edit->builder);
}

static void place(struct barriers *barriers, LLVMValueRef call, size_t number) {
    struct oc_edit *edit = &barriers->edit;
    oc_edit_before(edit, call);
    LLVMValueRef turn = LLVMBuildLoad2(edit->builder, edit->i32, barriers->turn, "");
    compare(barriers, call, OC_NAME_MEETS_BEFORE, number, turn);
    LLVMValueRef next = LLVMGetNextInstruction(call);
    oc_edit_before(edit, next);
    LLVMBuildStore(edit->builder,
                   LLVMBuildAdd(edit->builder, turn, LLVMConstInt(edit->i32, 1, false), ""),
                   barriers->turn);
    compare(barriers, next, OC_NAME_MEETS_AFTER, number, turn);
}

void oc_checkbarriers_place(struct oc_ir *ir, const char *kernel, LLVMValueRef entry) {
    struct barriers barriers = {.edit = oc_edit_begin(ir), .calls = {.arena = ir->arena}};
    struct oc_edit *edit = &barriers.edit;
    if (find(&barriers, entry)) {
        make_failure(&barriers, kernel, entry);
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(entry));
        oc_edit_before(edit, first);
        barriers.turn = LLVMBuildAlloca(edit->builder, edit->i32, "");
        while (LLVMIsAAllocaInst(first))
            first = LLVMGetNextInstruction(first);
        oc_edit_before(edit, first);
        LLVMBuildStore(edit->builder, LLVMConstNull(edit->i32), barriers.turn);
        oc_edit_call(edit, OC_NAME_MEETS_BEGIN, LLVMVoidTypeInContext(ir->context), NULL, 0);
        for (size_t i = 0; i < barriers.calls.count; i++)
            place(&barriers, barriers.calls.items[i], barriers.numbers[i]);
    }
    oc_edit_end(edit);
}
