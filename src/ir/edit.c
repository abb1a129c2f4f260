#include "ir/edit.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

struct oc_edit oc_edit_begin(struct oc_ir *ir) {
    return (struct oc_edit){
        .ir = ir,
        .builder = LLVMCreateBuilderInContext(ir->context),
        .pointer = LLVMPointerTypeInContext(ir->context, 0),
        .i1 = LLVMInt1TypeInContext(ir->context),
        .i8 = LLVMInt8TypeInContext(ir->context),
        .i32 = LLVMInt32TypeInContext(ir->context),
        .i64 = LLVMInt64TypeInContext(ir->context),
        .token = LLVMTokenTypeInContext(ir->context),
    };
}

void oc_edit_end(struct oc_edit *edit) {
    LLVMDisposeBuilder(edit->builder);
}

void oc_edit_before(struct oc_edit *edit, LLVMValueRef instruction) {
    LLVMPositionBuilderBefore(edit->builder, instruction);
    LLVMSetCurrentDebugLocation2(edit->builder, LLVMInstructionGetDebugLoc(instruction));
}

void oc_edit_at_end(struct oc_edit *edit, LLVMBasicBlockRef block, LLVMValueRef place) {
    LLVMPositionBuilderAtEnd(edit->builder, block);
    LLVMSetCurrentDebugLocation2(edit->builder, place ? LLVMInstructionGetDebugLoc(place) : NULL);
}

LLVMValueRef oc_edit_intrinsic(struct oc_edit *edit, const char *name, LLVMTypeRef overload,
                               LLVMValueRef *arguments, unsigned count) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    size_t overloads = overload != NULL;
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(edit->ir->module, id, &overload, overloads);
    LLVMTypeRef type = LLVMIntrinsicGetType(edit->ir->context, id, &overload, overloads);
    return LLVMBuildCall2(edit->builder, type, function, arguments, count, "");
}

LLVMValueRef oc_edit_call(struct oc_edit *edit, const char *name, LLVMTypeRef result,
                          LLVMValueRef *arguments, unsigned count) {
    LLVMTypeRef types[OC_EDIT_MOST_ARGUMENTS];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(edit->ir->module, name);
    if (!function)
        function = LLVMAddFunction(edit->ir->module, name, type);
    return LLVMBuildCall2(edit->builder, type, function, arguments, count, "");
}

LLVMValueRef oc_edit_after_phis(LLVMBasicBlockRef block) {
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(instruction))
        instruction = LLVMGetNextInstruction(instruction);
    return instruction;
}

LLVMValueRef oc_edit_incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

void oc_edit_lead_to(LLVMBasicBlockRef from, LLVMBasicBlockRef old, LLVMBasicBlockRef to) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        if (LLVMGetSuccessor(branch, s) == old)
            LLVMSetSuccessor(branch, s, to);
}

LLVMBasicBlockRef oc_edit_block_before(struct oc_edit *edit, LLVMBasicBlockRef block) {
    return LLVMInsertBasicBlockInContext(edit->ir->context, block, "");
}

LLVMBasicBlockRef oc_edit_append_block(struct oc_edit *edit, LLVMValueRef function) {
    return LLVMAppendBasicBlockInContext(edit->ir->context, function, "");
}

// Appends an instruction that stands in no block. The builder would take its name.
static void append_instruction(struct oc_edit *edit, LLVMValueRef instruction,
                               LLVMBasicBlockRef block) {
    const char *name = oc_arena_printf(edit->ir->arena, "%s", oc_ir_name(instruction));
    oc_edit_at_end(edit, block, NULL);
    LLVMInsertIntoBuilderWithName(edit->builder, instruction, name);
}

void oc_edit_move_to_end(struct oc_edit *edit, LLVMValueRef instruction, LLVMBasicBlockRef block) {
    LLVMInstructionRemoveFromParent(instruction);
    append_instruction(edit, instruction, block);
}

void oc_edit_split_before(struct oc_edit *edit, LLVMValueRef instruction) {
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(instruction);
    LLVMBasicBlockRef before = oc_edit_block_before(edit, rest);
    // A block without its terminator has no successors, whose phis would name the new block.
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(rest);
    LLVMInstructionRemoveFromParent(terminator);
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(rest), LLVMBasicBlockAsValue(before));
    append_instruction(edit, terminator, rest);
    for (LLVMValueRef first; (first = LLVMGetFirstInstruction(rest)) != instruction;)
        oc_edit_move_to_end(edit, first, before);
    oc_edit_at_end(edit, before, instruction);
}

LLVMBasicBlockRef oc_edit_begin_with(struct oc_edit *edit, LLVMValueRef instruction) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    if (instruction != LLVMGetFirstInstruction(block)) {
        oc_edit_split_before(edit, instruction);
        LLVMBuildBr(edit->builder, block);
    }
    return block;
}

LLVMValueRef oc_edit_after_bytes(struct oc_edit *edit, LLVMValueRef address, unsigned bytes) {
    LLVMValueRef distance = LLVMConstInt(edit->i64, bytes, false);
    return LLVMBuildInBoundsGEP2(edit->builder, edit->i8, address, &distance, 1, "");
}

void oc_edit_remove_call(struct oc_edit *edit, LLVMValueRef call) {
    if (LLVMIsAInvokeInst(call)) {
        unsigned id = LLVMLookupIntrinsicID("llvm.donothing", strlen("llvm.donothing"));
        LLVMValueRef nothing = LLVMGetIntrinsicDeclaration(edit->ir->module, id, NULL, 0);
        oc_edit_before(edit, call);
        LLVMBuildInvoke2(edit->builder, LLVMGlobalGetValueType(nothing), nothing, NULL, 0,
                         LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "");
    }
    LLVMInstructionEraseFromParent(call);
}

void oc_edit_collect(struct oc_edit *edit, LLVMValueRef function, LLVMOpcode opcode,
                     struct oc_values *out) {
    *out = (struct oc_values){.arena = edit->ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (LLVMGetInstructionOpcode(instruction) == opcode)
                oc_values_add(out, instruction);
}
