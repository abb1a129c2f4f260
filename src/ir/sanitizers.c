#include "ir/sanitizers.h"

#include <string.h>

static bool has_any(LLVMValueRef function, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (oc_ir_has_attribute(function, names[i]))
            return true;
    return false;
}

bool oc_sanitizers_know_bounds(LLVMValueRef function) {
    static const char *const names[] = {"sanitize_address", "sanitize_hwaddress",
                                        "sanitize_memory"};
    return has_any(function, names, sizeof names / sizeof *names);
}

bool oc_sanitizers_watch(LLVMValueRef function) {
    return oc_sanitizers_know_bounds(function) || oc_ir_has_attribute(function, "sanitize_thread");
}

void oc_sanitizers_part_threads(struct oc_ir *ir, LLVMBuilderRef builder) {
    static const char clobbers[] = "~{memory}";
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, false);
    LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, clobbers, sizeof clobbers - 1, true, false,
                                            LLVMInlineAsmDialectATT, false);
    LLVMBuildCall2(builder, type, nothing, NULL, 0, "");
}

// ---- Variables of coroutines -------------------------------------------------------------------

// Whether LLVM can keep a variable in a register: it is loaded and stored, and nothing else.
static bool is_promotable(LLVMValueRef variable) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(variable));
    if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsALoadInst(user) &&
            !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable))
            return false;
    }
    return true;
}

static LLVMMetadataRef place_of_record(LLVMDbgRecordRef record, LLVMValueRef variable) {
    LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(record);
    bool is_variable = kind == LLVMDbgRecordDeclare || kind == LLVMDbgRecordValue;
    return is_variable && LLVMDbgVariableRecordGetValue(record, 0) == variable
               ? LLVMDbgRecordGetDebugLoc(record)
               : NULL;
}

// The place where the source declares a variable; NULL: not known.
static LLVMMetadataRef place_of(LLVMValueRef variable) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            for (LLVMDbgRecordRef record = LLVMGetFirstDbgRecord(instruction); record;
                 record = LLVMGetNextDbgRecord(record)) {
                LLVMMetadataRef place = place_of_record(record, variable);
                if (place)
                    return place;
            }
    return NULL;
}

static LLVMValueRef build_memory(struct oc_edit *edit, unsigned long bytes,
                                 unsigned long alignment) {
    enum { MALLOC_ALIGNMENT = 16 };
    if (alignment <= MALLOC_ALIGNMENT) {
        LLVMValueRef size = LLVMConstInt(edit->i64, bytes, false);
        return oc_edit_call(edit, "malloc", edit->pointer, &size, 1);
    }
    LLVMValueRef arguments[] = {
        LLVMConstInt(edit->i64, alignment, false),
        LLVMConstInt(edit->i64, (bytes + alignment - 1) & -alignment, false)};
    return oc_edit_call(edit, "aligned_alloc", edit->pointer, arguments, 2);
}

static LLVMValueRef move_variable(struct oc_edit *edit, LLVMValueRef variable) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(edit->ir->module);
    unsigned long bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(variable));
    LLVMMetadataRef place = place_of(variable);
    oc_edit_before(edit, variable);
    if (place)
        LLVMSetCurrentDebugLocation2(edit->builder, place);
    LLVMValueRef memory = build_memory(edit, bytes, LLVMGetAlignment(variable));
    LLVMReplaceAllUsesWith(variable, memory);
    LLVMInstructionEraseFromParent(variable);
    return memory;
}

void oc_sanitizers_move_variables(struct oc_edit *edit, LLVMValueRef function) {
    if (!oc_sanitizers_know_bounds(function))
        return;
    struct oc_values returns, variables = {.arena = edit->ir->arena};
    oc_edit_collect(edit, function, LLVMRet, &returns);
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function))
        if (LLVMIsAAllocaInst(instruction) && LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)) &&
            LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 0)) == 1 &&
            !is_promotable(instruction))
            oc_values_add(&variables, instruction);
    for (size_t v = 0; v < variables.count; v++) {
        LLVMValueRef memory = move_variable(edit, variables.items[v]);
        for (size_t r = 0; r < returns.count; r++) {
            oc_edit_before(edit, returns.items[r]);
            oc_edit_call(edit, "free", LLVMVoidTypeInContext(edit->ir->context), &memory, 1);
        }
    }
}
