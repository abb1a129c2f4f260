#include "cpu/onerow.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "glue/preamble.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "model/unit.h"

#include <stddef.h>
#include <string.h>

enum { DIMENSIONS = 3 };

struct row {
    struct oc_edit edit;
    LLVMValueRef size[DIMENSIONS]; // of a block
    LLVMValueRef ids[DIMENSIONS];  // of the thread
};

static LLVMValueRef number(const struct row *row, unsigned value) {
    return LLVMConstInt(row->edit.i32, value, false);
}

static LLVMValueRef thread_number(const struct row *row) {
    return oc_ids_call(row->edit.ir, row->edit.builder, OC_NAME_THREAD_ID, number(row, 0));
}

// ---- Blocks of one size ------------------------------------------------------------------------

static LLVMValueRef id_in(struct row *row, LLVMValueRef thread, const unsigned *size, unsigned d) {
    LLVMBuilderRef builder = row->edit.builder;
    unsigned before = d == 0 ? 1 : d == 1 ? size[0] : size[0] * size[1];
    unsigned repeats = d == 0 ? size[1] * size[2] : d == 1 ? size[2] : 1; // of the same ids
    if (size[d] == 1)
        return number(row, 0);
    thread = before == 1 ? thread : LLVMBuildUDiv(builder, thread, number(row, before), "");
    return repeats == 1 ? thread : LLVMBuildURem(builder, thread, number(row, size[d]), "");
}

static void find_ids(struct row *row, const unsigned *size) {
    LLVMValueRef thread = thread_number(row);
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        row->size[d] = number(row, size[d]);
        row->ids[d] = id_in(row, thread, size, d);
    }
}

// ---- Blocks of any size ------------------------------------------------------------------------

static void read_size(struct row *row, LLVMValueRef function) {
    LLVMBuilderRef builder = row->edit.builder;
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        size_t place = offsetof(struct __offloadcc_grid, __offloadcc_block_size) + d * sizeof d;
        LLVMValueRef distance = LLVMConstInt(row->edit.i64, place, false);
        LLVMValueRef grid = LLVMGetParam(function, OC_BODY_GRID);
        row->size[d] = LLVMBuildLoad2(
            builder, row->edit.i32,
            LLVMBuildInBoundsGEP2(builder, row->edit.i8, grid, &distance, 1, ""), "");
    }
}

// What a thread's number is multiplied by in a quotient by `divisor`, before a shift by SHIFT bits.
// Unlike a division, that can be done for several lanes at once. The result is right because the
// number and the divisor are at most OC_MAX_BLOCK_THREADS, 2^10.
enum { SHIFT = 20 };
_Static_assert(OC_MAX_BLOCK_THREADS <= 1 << SHIFT / 2, "quotients of threads' numbers are right");

static LLVMValueRef factor_of(const struct row *row, LLVMValueRef divisor) {
    LLVMBuilderRef builder = row->edit.builder;
    return LLVMBuildNUWAdd(builder, LLVMBuildUDiv(builder, number(row, 1u << SHIFT), divisor, ""),
                           number(row, 1), "");
}

static LLVMValueRef quotient(const struct row *row, LLVMValueRef thread, LLVMValueRef factor) {
    LLVMBuilderRef builder = row->edit.builder;
    return LLVMBuildLShr(builder, LLVMBuildNUWMul(builder, thread, factor, ""), number(row, SHIFT),
                         "");
}

static LLVMValueRef rest(const struct row *row, LLVMValueRef value, LLVMValueRef times,
                         LLVMValueRef divisor) {
    LLVMBuilderRef builder = row->edit.builder;
    return LLVMBuildNUWSub(builder, value, LLVMBuildNUWMul(builder, times, divisor, ""), "");
}

// Threads from this number on go to the end of the thread's code.
static void let_return(struct row *row, LLVMValueRef function, LLVMValueRef thread,
                       LLVMValueRef count, LLVMValueRef next) {
    struct oc_edit *edit = &row->edit;
    LLVMValueRef leave = oc_ir_find_call(function, OC_NAME_LEAVE_GRID);
    LLVMBasicBlockRef end = LLVMGetInstructionParent(leave), code;
    oc_edit_split_before(edit, leave);
    LLVMBuildBr(edit->builder, end);
    code = LLVMGetInstructionParent(next);
    oc_edit_split_before(edit, next);
    LLVMBuildCondBr(edit->builder, LLVMBuildICmp(edit->builder, LLVMIntULT, thread, count, ""),
                    code, end);
}

// The builder is before `enter`.
static void find_ids_of_any(struct row *row, LLVMValueRef function, LLVMValueRef enter) {
    LLVMBuilderRef builder = row->edit.builder;
    LLVMValueRef next = LLVMGetNextInstruction(enter), *ids = row->ids, *size = row->size;
    read_size(row, function);
    LLVMValueRef plane = LLVMBuildNUWMul(builder, size[0], size[1], "");
    LLVMValueRef count = LLVMBuildNUWMul(builder, plane, size[2], "");
    LLVMValueRef by_row = factor_of(row, size[0]), by_plane = factor_of(row, plane);
    oc_edit_before(&row->edit, next);
    LLVMValueRef thread = thread_number(row), in_y = quotient(row, thread, by_row);
    ids[2] = quotient(row, thread, by_plane);
    ids[1] = rest(row, in_y, ids[2], size[1]);
    ids[0] = rest(row, thread, in_y, size[0]);
    let_return(row, function, thread, count, next);
}

// ---- Index calls -------------------------------------------------------------------------------

static LLVMValueRef global_id(struct row *row, unsigned d) {
    LLVMBuilderRef builder = row->edit.builder;
    LLVMTypeRef i64 = row->edit.i64;
    LLVMValueRef block = oc_ids_call(row->edit.ir, builder, OC_NAME_BLOCK_ID, number(row, d));
    LLVMValueRef first = LLVMBuildNUWMul(builder, LLVMBuildZExt(builder, block, i64, ""),
                                         LLVMBuildZExt(builder, row->size[d], i64, ""), "");
    return LLVMBuildNUWAdd(builder, first, LLVMBuildZExt(builder, row->ids[d], i64, ""), "");
}

static void replace_call(struct row *row, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    unsigned d = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
    LLVMValueRef result;
    oc_edit_before(&row->edit, call);
    if (strcmp(name, OC_NAME_THREAD_ID) == 0)
        result = row->ids[d];
    else if (strcmp(name, OC_NAME_GLOBAL_ID) == 0)
        result = global_id(row, d);
    else if (strcmp(name, OC_NAME_BLOCK_SIZE) == 0)
        result = row->size[d];
    else
        return;
    LLVMReplaceAllUsesWith(call, result);
    oc_edit_remove_call(&row->edit, call);
}

// Adds the index calls of a function. Returns false if one asks for a dimension that is not
// constant.
static bool find_calls(LLVMValueRef function, struct oc_values *out) {
    struct oc_values calls = {.arena = out->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        if (!oc_ids_is_index(oc_ir_callee_name(calls.items[i])))
            continue;
        LLVMValueRef d = LLVMIsAConstantInt(LLVMGetOperand(calls.items[i], 0));
        if (!d || LLVMConstIntGetZExtValue(d) >= DIMENSIONS)
            return false;
        oc_values_add(out, calls.items[i]);
    }
    return true;
}

bool oc_onerow_make(struct oc_ir *ir, LLVMValueRef function, const unsigned size[3]) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMValueRef enter = oc_ir_find_call(function, OC_NAME_ENTER_GRID);
    if (!enter || !oc_ir_find_call(function, OC_NAME_LEAVE_GRID) || !find_calls(function, &calls))
        return false;
    struct row row = {.edit = oc_edit_begin(ir)};
    oc_edit_before(&row.edit, size ? LLVMGetNextInstruction(enter) : enter);
    if (size)
        find_ids(&row, size);
    else
        find_ids_of_any(&row, function, enter);
    for (size_t i = 0; i < calls.count; i++)
        replace_call(&row, calls.items[i]);
    oc_edit_end(&row.edit);
    return true;
}
