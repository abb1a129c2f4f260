#include "cpu/onerow.h"

#include "base/names.h"
#include "ir/edit.h"
#include "ir/ids.h"

#include <string.h>

struct row {
    struct oc_edit edit;
    const unsigned *size;
    LLVMValueRef thread; // its number in the row
};

static LLVMValueRef number(const struct row *row, unsigned value) {
    return LLVMConstInt(row->edit.i32, value, false);
}

static LLVMValueRef thread_id(struct row *row, unsigned d) {
    LLVMBuilderRef builder = row->edit.builder;
    const unsigned *size = row->size;
    LLVMValueRef thread = row->thread;
    unsigned before = d == 0 ? 1 : d == 1 ? size[0] : size[0] * size[1];
    unsigned repeats = d == 0 ? size[1] * size[2] : d == 1 ? size[2] : 1; // of the same ids
    if (size[d] == 1)
        return number(row, 0);
    thread = before == 1 ? thread : LLVMBuildUDiv(builder, thread, number(row, before), "");
    return repeats == 1 ? thread : LLVMBuildURem(builder, thread, number(row, size[d]), "");
}

static LLVMValueRef global_id(struct row *row, unsigned d) {
    LLVMBuilderRef builder = row->edit.builder;
    LLVMTypeRef i64 = row->edit.i64;
    LLVMValueRef block = oc_ids_call(row->edit.ir, builder, OC_NAME_BLOCK_ID, number(row, d));
    LLVMValueRef first = LLVMBuildNUWMul(builder, LLVMBuildZExt(builder, block, i64, ""),
                                         LLVMConstInt(i64, row->size[d], false), "");
    return LLVMBuildNUWAdd(builder, first, LLVMBuildZExt(builder, thread_id(row, d), i64, ""), "");
}

bool oc_onerow_make(struct oc_ir *ir, LLVMValueRef function, const unsigned size[3]) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMValueRef enter = oc_ir_find_call(function, OC_NAME_ENTER_GRID);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ids_is_index(oc_ir_callee_name(calls.items[i])) &&
            (!LLVMIsAConstantInt(LLVMGetOperand(calls.items[i], 0)) ||
             LLVMConstIntGetZExtValue(LLVMGetOperand(calls.items[i], 0)) > 2))
            return false;
    if (!enter)
        return false;
    struct row row = {oc_edit_begin(ir), size, NULL};
    oc_edit_before(&row.edit, LLVMGetNextInstruction(enter));
    row.thread = oc_ids_call(ir, row.edit.builder, OC_NAME_THREAD_ID, number(&row, 0));
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], result;
        const char *name = oc_ir_callee_name(call);
        if (!oc_ids_is_index(name))
            continue;
        unsigned d = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
        oc_edit_before(&row.edit, call);
        if (strcmp(name, OC_NAME_THREAD_ID) == 0)
            result = thread_id(&row, d);
        else if (strcmp(name, OC_NAME_GLOBAL_ID) == 0)
            result = global_id(&row, d);
        else if (strcmp(name, OC_NAME_BLOCK_SIZE) == 0)
            result = number(&row, size[d]);
        else
            continue;
        LLVMReplaceAllUsesWith(call, result);
        oc_edit_remove_call(&row.edit, call);
    }
    oc_edit_end(&row.edit);
    return true;
}
