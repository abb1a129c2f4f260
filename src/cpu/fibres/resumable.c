#include "cpu/fibres/resumable.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/gotos.h"
#include "ir/sanitizers.h"

#include <string.h>

// ---- What CoroSplit does not take --------------------------------------------------------------

// CoroSplit would take a variable whose life ends and begins anew in one block for one that no
// suspension comes between.
static void simplify_calls(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values calls = {.arena = edit->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        if (callee && oc_starts_with(oc_ir_name(callee), "llvm.lifetime."))
            LLVMInstructionEraseFromParent(calls.items[i]);
        else if (LLVMIsACallInst(calls.items[i]))
            LLVMSetTailCallKind(calls.items[i], LLVMTailCallKindNone);
    }
}

// ---- The frame and its ends ---------------------------------------------------------------------

LLVMValueRef oc_resumable_variable(struct oc_edit *edit, const struct oc_resumable *self,
                                   LLVMTypeRef type) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(edit->ir->context);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(self->entry));
    LLVMValueRef variable = LLVMBuildAlloca(builder, type, "");
    LLVMDisposeBuilder(builder);
    return variable;
}

void oc_resumable_drop_attributes(LLVMValueRef function) {
    static const char *const attributes[] = {
        "alwaysinline", "noreturn",     "memory",        "willreturn", "norecurse", "nosync",
        "nofree",       "speculatable", "returns_twice", "allockind",  "allocsize", "naked"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        LLVMRemoveEnumAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i])));
}

// Declares a function of the runtime's, or finds it.
static LLVMValueRef find_memory_function(struct oc_edit *edit, LLVMTypeRef *type) {
    static const char name[] = OC_NAME_FIBRE_MEMORY;
    LLVMTypeRef parameters[] = {edit->pointer, edit->i64, edit->i64};
    *type = LLVMFunctionType(edit->pointer, parameters, 3, false);
    LLVMValueRef function = LLVMGetNamedFunction(edit->ir->module, name);
    return function ? function : LLVMAddFunction(edit->ir->module, name, *type);
}

// Calls __offloadcc_fibre_memory(old, size, alignment).
static LLVMValueRef build_memory(struct oc_edit *edit, LLVMValueRef old) {
    LLVMTypeRef type;
    LLVMValueRef function = find_memory_function(edit, &type);
    LLVMValueRef arguments[] = {old, LLVMConstNull(edit->i64), LLVMConstNull(edit->i64)};
    if (LLVMIsNull(old)) {
        arguments[1] = oc_edit_intrinsic(edit, "llvm.coro.size", edit->i64, NULL, 0);
        arguments[2] = oc_edit_intrinsic(edit, "llvm.coro.align", edit->i64, NULL, 0);
    }
    return LLVMBuildCall2(edit->builder, type, function, arguments, 3, "");
}

// The variables of a function stand in its entry block.
static void move_variables(struct oc_edit *edit, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef next, at = LLVMGetFirstInstruction(from); at; at = next) {
        next = LLVMGetNextInstruction(at);
        if (LLVMIsAAllocaInst(at) && LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
            oc_edit_move_to_end(edit, at, to);
    }
}

// The way in: memory for the frame, if LLVM does not find a place for it. Returns llvm.coro.id.
static LLVMValueRef build_start(struct oc_edit *edit, struct oc_resumable *self) {
    LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(self->function);
    LLVMBasicBlockRef entry = oc_edit_block_before(edit, old),
                      allocate = oc_edit_block_before(edit, old),
                      begin = oc_edit_block_before(edit, old);
    self->entry = entry;
    move_variables(edit, old, entry);
    oc_edit_at_end(edit, entry, NULL);
    LLVMValueRef null = LLVMConstNull(edit->pointer);
    LLVMValueRef arguments[] = {LLVMConstNull(edit->i32), null, null, null};
    LLVMValueRef id = oc_edit_intrinsic(edit, "llvm.coro.id", NULL, arguments, 4);
    LLVMValueRef needed = oc_edit_intrinsic(edit, "llvm.coro.alloc", NULL, &id, 1);
    LLVMBuildCondBr(edit->builder, needed, allocate, begin);
    LLVMPositionBuilderAtEnd(edit->builder, allocate);
    LLVMValueRef memory = build_memory(edit, null);
    LLVMBuildBr(edit->builder, begin);
    LLVMPositionBuilderAtEnd(edit->builder, begin);
    LLVMValueRef where = LLVMBuildPhi(edit->builder, edit->pointer, "");
    LLVMAddIncoming(where, &null, &entry, 1);
    LLVMAddIncoming(where, &memory, &allocate, 1);
    LLVMValueRef of_frame[] = {id, where};
    self->handle = oc_edit_intrinsic(edit, "llvm.coro.begin", NULL, of_frame, 2);
    LLVMBuildBr(edit->builder, old);
    return id;
}

// Ends the builder's block with a suspension; the coroutine goes on, or is destroyed, at a block.
static void build_suspend(struct oc_edit *edit, const struct oc_resumable *self, bool last,
                          LLVMBasicBlockRef resumed, LLVMBasicBlockRef destroyed) {
    LLVMValueRef arguments[] = {LLVMConstNull(edit->token), LLVMConstInt(edit->i1, last, false)};
    LLVMValueRef how = oc_edit_intrinsic(edit, "llvm.coro.suspend", NULL, arguments, 2);
    LLVMValueRef choice = LLVMBuildSwitch(edit->builder, how, self->suspend, 2);
    LLVMAddCase(choice, LLVMConstInt(edit->i8, 0, false), resumed);
    LLVMAddCase(choice, LLVMConstInt(edit->i8, 1, false), destroyed);
}

// The way out. Returns the block where the function has ended.
static LLVMBasicBlockRef build_end(struct oc_edit *edit, struct oc_resumable *self,
                                   LLVMValueRef id) {
    LLVMBasicBlockRef end = oc_edit_append_block(edit, self->function),
                      destroy = oc_edit_append_block(edit, self->function),
                      release = oc_edit_append_block(edit, self->function);
    self->suspend = oc_edit_append_block(edit, self->function);
    self->never = oc_edit_append_block(edit, self->function);
    LLVMPositionBuilderAtEnd(edit->builder, end);
    build_suspend(edit, self, true, self->never, destroy);
    LLVMPositionBuilderAtEnd(edit->builder, destroy);
    LLVMValueRef of_frame[] = {id, self->handle};
    LLVMValueRef memory = oc_edit_intrinsic(edit, "llvm.coro.free", NULL, of_frame, 2);
    LLVMBuildCondBr(edit->builder, LLVMBuildIsNull(edit->builder, memory, ""), self->suspend,
                    release);
    LLVMPositionBuilderAtEnd(edit->builder, release);
    build_memory(edit, memory);
    LLVMBuildBr(edit->builder, self->suspend);
    LLVMPositionBuilderAtEnd(edit->builder, self->suspend);
    LLVMValueRef arguments[] = {self->handle, LLVMConstNull(edit->i1), LLVMConstNull(edit->token)};
    oc_edit_intrinsic(edit, "llvm.coro.end", NULL, arguments, 3);
    LLVMBuildRet(edit->builder, self->handle);
    LLVMPositionBuilderAtEnd(edit->builder, self->never);
    LLVMBuildUnreachable(edit->builder);
    return end;
}

struct oc_resumable oc_resumable_make(struct oc_edit *edit, LLVMValueRef function,
                                      LLVMValueRef result) {
    oc_gotos_to_switches(edit, function);
    simplify_calls(edit, function);
    oc_sanitizers_move_variables(edit, function);
    struct oc_resumable self = {.function = function};
    struct oc_values returns;
    oc_edit_collect(edit, function, LLVMRet, &returns);
    LLVMValueRef id = build_start(edit, &self);
    LLVMBasicBlockRef end = build_end(edit, &self, id);
    for (size_t i = 0; i < returns.count; i++) {
        oc_edit_before(edit, returns.items[i]);
        if (result)
            LLVMBuildStore(edit->builder, LLVMGetOperand(returns.items[i], 0), result);
        LLVMBuildBr(edit->builder, end);
        LLVMInstructionEraseFromParent(returns.items[i]);
    }
    oc_resumable_drop_attributes(function);
    oc_ir_add_attribute(edit->ir, function, "presplitcoroutine");
    return self;
}

// ---- Suspending, and starting another coroutine ------------------------------------------------

void oc_resumable_suspend(struct oc_edit *edit, const struct oc_resumable *self,
                          LLVMBasicBlockRef resumed) {
    build_suspend(edit, self, false, resumed, self->never);
}

static LLVMValueRef build_on_handle(struct oc_edit *edit, const char *name, LLVMValueRef handle) {
    return oc_edit_intrinsic(edit, name, NULL, &handle, 1);
}

LLVMBasicBlockRef oc_resumable_start(struct oc_edit *edit, LLVMTypeRef type, LLVMValueRef coroutine,
                                     LLVMValueRef *arguments, LLVMBasicBlockRef finish) {
    LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(edit->builder);
    LLVMBasicBlockRef check = oc_edit_block_before(edit, finish),
                      again = oc_edit_block_before(edit, finish),
                      suspended = oc_edit_block_before(edit, finish);
    LLVMValueRef handle =
        LLVMBuildCall2(edit->builder, type, coroutine, arguments, LLVMCountParamTypes(type), "");
    LLVMBuildBr(edit->builder, check);
    LLVMPositionBuilderAtEnd(edit->builder, check);
    LLVMSetCurrentDebugLocation2(edit->builder, place);
    LLVMValueRef done = build_on_handle(edit, "llvm.coro.done", handle);
    LLVMBuildCondBr(edit->builder, done, finish, suspended);
    LLVMPositionBuilderAtEnd(edit->builder, again);
    build_on_handle(edit, "llvm.coro.resume", handle);
    LLVMBuildBr(edit->builder, check);
    LLVMPositionBuilderAtEnd(edit->builder, finish);
    build_on_handle(edit, "llvm.coro.destroy", handle);
    LLVMPositionBuilderAtEnd(edit->builder, suspended);
    return again;
}
