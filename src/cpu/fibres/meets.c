#include "cpu/fibres/meets.h"

#include "base/names.h"
#include "ir/edit.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static LLVMValueRef declare(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

// The file of a location; its name may be without the directory.
static const char *file_of(struct oc_arena *arena, LLVMMetadataRef location) {
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
    unsigned length = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
    return length ? oc_arena_strndup(arena, name, length) : "?";
}

static bool is_header_of_ours(const char *file) {
    static const char name[] = "offload.h";
    size_t length = strlen(file), own = sizeof name - 1;
    return length >= own && strcmp(file + length - own, name) == 0;
}

// Where a barrier is written: offload_barrier() is a function of offload.h.
static struct oc_place place_of(struct oc_arena *arena, LLVMValueRef barrier) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(barrier), outer;
    if (!location)
        return (struct oc_place){"?", 0, 0};
    while (is_header_of_ours(file_of(arena, location)) &&
           (outer = LLVMDILocationGetInlinedAt(location)))
        location = outer;
    return (struct oc_place){file_of(arena, location), LLVMDILocationGetLine(location),
                             LLVMDILocationGetColumn(location)};
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
        struct oc_place place = place_of(ir->arena, calls.items[i]);
        oc_edit_before(&edit, calls.items[i]);
        LLVMValueRef arguments[] = {LLVMBuildGlobalString(edit.builder, kernel->name, ""),
                                    LLVMBuildGlobalString(edit.builder, place.file, ""),
                                    LLVMConstInt(edit.i32, place.line, false)};
        LLVMBuildCall2(edit.builder, meets, declare(ir, OC_NAME_MEETS, meets), arguments, 3, "");
    }
    if (enter) {
        oc_edit_before(&edit, LLVMGetNextInstruction(enter));
        LLVMBuildCall2(edit.builder, begins, declare(ir, OC_NAME_MEETS_BEGIN, begins), NULL, 0, "");
    }
    oc_edit_end(&edit);
}
