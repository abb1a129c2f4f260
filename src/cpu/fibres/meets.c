#include "cpu/fibres/meets.h"

#include "base/names.h"
#include "ir/edit.h"
#include "ir/sourceplace.h"

#include <string.h>

static LLVMValueRef declare(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

void oc_meets_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre) {
    struct oc_edit edit = oc_edit_begin(ir);
    LLVMTypeRef nothing = LLVMVoidTypeInContext(ir->context);
    LLVMTypeRef types[] = {edit.pointer, edit.pointer, edit.i32};
    LLVMTypeRef begins = LLVMFunctionType(nothing, NULL, 0, false),
                meets = LLVMFunctionType(nothing, types, 3, false);
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(fibre, &calls);
    LLVMValueRef enter = oc_ir_find_call(fibre, OC_NAME_ENTER_GRID);
    for (size_t i = 0; enter && i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_BARRIER) != 0)
            continue;
        struct oc_place place =
            oc_sourceplace_of(ir->arena, oc_sourceplace_of_user(ir, calls.items[i]));
        oc_edit_before(&edit, calls.items[i]);
        LLVMValueRef arguments[] = {
            LLVMBuildGlobalString(edit.builder, kernel->name, ""),
            LLVMBuildGlobalString(edit.builder, place.file ? place.file : "?", ""),
            LLVMConstInt(edit.i32, place.line, false)};
        LLVMBuildCall2(edit.builder, meets, declare(ir, OC_NAME_MEETS, meets), arguments, 3, "");
    }
    if (enter) {
        oc_edit_before(&edit, LLVMGetNextInstruction(enter));
        LLVMBuildCall2(edit.builder, begins, declare(ir, OC_NAME_MEETS_BEGIN, begins), NULL, 0, "");
    }
    oc_edit_end(&edit);
}
