#include "coroutine.h"

#include "base/text.h"
#include "waits.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

// The work on one kernel.
struct making {
    struct oc_ir *ir;
    const struct oc_kernel *kernel;
    LLVMBuilderRef builder;
    struct oc_waits waits;
    struct coroutine **coroutines; // that this kernel has needed so far, the fibre function first
    size_t count, capacity;
    LLVMTypeRef pointer, i1, i8, i32, i64, token;
};

// A function on its way to being a coroutine.
struct coroutine {
    LLVMValueRef function;
    LLVMValueRef handle;
    LLVMBasicBlockRef entry;   // holds the variables
    LLVMBasicBlockRef suspend; // returns to who started or resumed it
    LLVMBasicBlockRef never;   // a coroutine is destroyed at its end only
};

static void add_coroutine(struct making *making, struct coroutine *coroutine) {
    if (making->count == making->capacity) {
        making->capacity = making->capacity ? 2 * making->capacity : 8;
        struct coroutine **items =
            OC_NEW_ARRAY(making->ir->arena, making->capacity, struct coroutine *);
        if (making->count)
            memcpy(items, making->coroutines, making->count * sizeof(*items));
        making->coroutines = items;
    }
    making->coroutines[making->count++] = coroutine;
}

// ---- Building ----------------------------------------------------------------------------------

static LLVMValueRef build_intrinsic(struct making *making, const char *name, LLVMTypeRef overload,
                                    LLVMValueRef *arguments, unsigned count) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    size_t overloads = overload != NULL;
    LLVMValueRef function =
        LLVMGetIntrinsicDeclaration(making->ir->module, id, &overload, overloads);
    LLVMTypeRef type = LLVMIntrinsicGetType(making->ir->context, id, &overload, overloads);
    return LLVMBuildCall2(making->builder, type, function, arguments, count, "");
}

static LLVMValueRef build_on_handle(struct making *making, const char *name, LLVMValueRef handle) {
    return build_intrinsic(making, name, NULL, &handle, 1);
}

static LLVMBasicBlockRef block_before(struct making *making, LLVMBasicBlockRef block) {
    return LLVMInsertBasicBlockInContext(making->ir->context, block, "");
}

static LLVMBasicBlockRef append_block(struct making *making, LLVMValueRef function) {
    return LLVMAppendBasicBlockInContext(making->ir->context, function, "");
}

// Appends an instruction that stands in no block.
static void append(struct making *making, LLVMValueRef instruction, LLVMBasicBlockRef block) {
    const char *name = oc_arena_printf(making->ir->arena, "%s", oc_ir_name(instruction));
    LLVMPositionBuilderAtEnd(making->builder, block);
    LLVMSetCurrentDebugLocation2(making->builder, NULL);
    LLVMInsertIntoBuilderWithName(making->builder, instruction, name);
}

static void move_to_end(struct making *making, LLVMValueRef instruction, LLVMBasicBlockRef block) {
    LLVMInstructionRemoveFromParent(instruction);
    append(making, instruction, block);
}

static void position_before(struct making *making, LLVMValueRef instruction) {
    LLVMPositionBuilderBefore(making->builder, instruction);
    LLVMSetCurrentDebugLocation2(making->builder, LLVMInstructionGetDebugLoc(instruction));
}

static void position_at_end(struct making *making, LLVMBasicBlockRef block, LLVMValueRef place) {
    LLVMPositionBuilderAtEnd(making->builder, block);
    LLVMSetCurrentDebugLocation2(making->builder, LLVMInstructionGetDebugLoc(place));
}

// Moves what stands before an instruction to a new block, which takes the old one's predecessors.
// The rest keeps the old block, which the successors' phis name: the C API cannot change those, and
// a block without its terminator has no successors. The builder is left at the end of the new
// block, which lacks a terminator.
static void split_before(struct making *making, LLVMValueRef instruction) {
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(instruction);
    LLVMBasicBlockRef before = block_before(making, rest);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(rest);
    LLVMInstructionRemoveFromParent(terminator);
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(rest), LLVMBasicBlockAsValue(before));
    append(making, terminator, rest);
    for (LLVMValueRef first; (first = LLVMGetFirstInstruction(rest)) != instruction;)
        move_to_end(making, first, before);
    position_at_end(making, before, instruction);
}

static LLVMValueRef build_variable(struct making *making, const struct coroutine *coroutine,
                                   LLVMTypeRef type) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(making->ir->context);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(coroutine->entry));
    LLVMValueRef variable = LLVMBuildAlloca(builder, type, "");
    LLVMDisposeBuilder(builder);
    return variable;
}

// Removes a call whose result has no uses any more. The way of a call that may unwind stays, for
// the phis where it leads to.
static void remove_call(struct making *making, LLVMValueRef call) {
    if (LLVMIsAInvokeInst(call)) {
        unsigned id = LLVMLookupIntrinsicID("llvm.donothing", strlen("llvm.donothing"));
        LLVMValueRef nothing = LLVMGetIntrinsicDeclaration(making->ir->module, id, NULL, 0);
        position_before(making, call);
        LLVMBuildInvoke2(making->builder, LLVMGlobalGetValueType(nothing), nothing, NULL, 0,
                         LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "");
    }
    LLVMInstructionEraseFromParent(call);
}

// ---- A coroutine's frame and its ends ----------------------------------------------------------

// What does not hold of a function that returns at its first barrier.
static void drop_attributes(LLVMValueRef function) {
    static const char *const attributes[] = {
        "alwaysinline", "noreturn",     "memory",        "willreturn", "norecurse", "nosync",
        "nofree",       "speculatable", "returns_twice", "allockind",  "allocsize", "naked"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        LLVMRemoveEnumAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i])));
}

static void add_attribute(struct making *making, LLVMValueRef function, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(making->ir->context, kind, 0));
}

// Declares a function of the runtime's, or finds it.
static LLVMValueRef find_memory_function(struct making *making, LLVMTypeRef *type) {
    static const char name[] = "__offloadcc_fibre_memory";
    LLVMTypeRef parameters[] = {making->pointer, making->i64, making->i64};
    *type = LLVMFunctionType(making->pointer, parameters, 3, false);
    LLVMValueRef function = LLVMGetNamedFunction(making->ir->module, name);
    return function ? function : LLVMAddFunction(making->ir->module, name, *type);
}

// Calls __offloadcc_fibre_memory(old, size, alignment).
static LLVMValueRef build_memory(struct making *making, LLVMValueRef old) {
    LLVMTypeRef type;
    LLVMValueRef function = find_memory_function(making, &type);
    LLVMValueRef arguments[] = {old, LLVMConstNull(making->i64), LLVMConstNull(making->i64)};
    if (LLVMIsNull(old)) {
        arguments[1] = build_intrinsic(making, "llvm.coro.size", making->i64, NULL, 0);
        arguments[2] = build_intrinsic(making, "llvm.coro.align", making->i64, NULL, 0);
    }
    return LLVMBuildCall2(making->builder, type, function, arguments, 3, "");
}

// The variables of a function stand in its entry block.
static void move_variables(struct making *making, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef next, at = LLVMGetFirstInstruction(from); at; at = next) {
        next = LLVMGetNextInstruction(at);
        if (LLVMIsAAllocaInst(at) && LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
            move_to_end(making, at, to);
    }
}

// The way in: memory for the frame, if LLVM does not find a place for it. Returns llvm.coro.id.
static LLVMValueRef build_start(struct making *making, struct coroutine *coroutine) {
    LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(coroutine->function);
    LLVMBasicBlockRef entry = block_before(making, old), allocate = block_before(making, old),
                      begin = block_before(making, old);
    coroutine->entry = entry;
    move_variables(making, old, entry);
    LLVMPositionBuilderAtEnd(making->builder, entry);
    LLVMSetCurrentDebugLocation2(making->builder, NULL);
    LLVMValueRef null = LLVMConstNull(making->pointer);
    LLVMValueRef arguments[] = {LLVMConstNull(making->i32), null, null, null};
    LLVMValueRef id = build_intrinsic(making, "llvm.coro.id", NULL, arguments, 4);
    LLVMValueRef needed = build_intrinsic(making, "llvm.coro.alloc", NULL, &id, 1);
    LLVMBuildCondBr(making->builder, needed, allocate, begin);
    LLVMPositionBuilderAtEnd(making->builder, allocate);
    LLVMValueRef memory = build_memory(making, null);
    LLVMBuildBr(making->builder, begin);
    LLVMPositionBuilderAtEnd(making->builder, begin);
    LLVMValueRef frame = LLVMBuildPhi(making->builder, making->pointer, "");
    LLVMAddIncoming(frame, &null, &entry, 1);
    LLVMAddIncoming(frame, &memory, &allocate, 1);
    LLVMValueRef of_frame[] = {id, frame};
    coroutine->handle = build_intrinsic(making, "llvm.coro.begin", NULL, of_frame, 2);
    LLVMBuildBr(making->builder, old);
    return id;
}

// Ends the builder's block with a suspension; the coroutine goes on, or is destroyed, at a block.
static void build_suspend(struct making *making, const struct coroutine *coroutine, bool last,
                          LLVMBasicBlockRef resumed, LLVMBasicBlockRef destroyed) {
    LLVMValueRef arguments[] = {LLVMConstNull(making->token),
                                LLVMConstInt(making->i1, last, false)};
    LLVMValueRef how = build_intrinsic(making, "llvm.coro.suspend", NULL, arguments, 2);
    LLVMValueRef choice = LLVMBuildSwitch(making->builder, how, coroutine->suspend, 2);
    LLVMAddCase(choice, LLVMConstInt(making->i8, 0, false), resumed);
    LLVMAddCase(choice, LLVMConstInt(making->i8, 1, false), destroyed);
}

// The way out. Returns the block where a thread has ended.
static LLVMBasicBlockRef build_end(struct making *making, struct coroutine *coroutine,
                                   LLVMValueRef id) {
    LLVMBasicBlockRef end = append_block(making, coroutine->function),
                      destroy = append_block(making, coroutine->function),
                      release = append_block(making, coroutine->function);
    coroutine->suspend = append_block(making, coroutine->function);
    coroutine->never = append_block(making, coroutine->function);
    LLVMPositionBuilderAtEnd(making->builder, end);
    build_suspend(making, coroutine, true, coroutine->never, destroy);
    LLVMPositionBuilderAtEnd(making->builder, destroy);
    LLVMValueRef of_frame[] = {id, coroutine->handle};
    LLVMValueRef memory = build_intrinsic(making, "llvm.coro.free", NULL, of_frame, 2);
    LLVMBuildCondBr(making->builder, LLVMBuildIsNull(making->builder, memory, ""),
                    coroutine->suspend, release);
    LLVMPositionBuilderAtEnd(making->builder, release);
    build_memory(making, memory);
    LLVMBuildBr(making->builder, coroutine->suspend);
    LLVMPositionBuilderAtEnd(making->builder, coroutine->suspend);
    LLVMValueRef arguments[] = {coroutine->handle, LLVMConstNull(making->i1),
                                LLVMConstNull(making->token)};
    build_intrinsic(making, "llvm.coro.end", NULL, arguments, 3);
    LLVMBuildRet(making->builder, coroutine->handle);
    LLVMPositionBuilderAtEnd(making->builder, coroutine->never);
    LLVMBuildUnreachable(making->builder);
    return end;
}

static void collect_opcode(struct oc_ir *ir, LLVMValueRef function, LLVMOpcode opcode,
                           struct oc_values *out) {
    *out = (struct oc_values){.arena = ir->arena};
    OC_EACH_BLOCK(block, function)
    OC_EACH_INSTRUCTION(instruction, block)
    if (LLVMGetInstructionOpcode(instruction) == opcode)
        oc_values_add(out, instruction);
}

// Makes a function a coroutine that never waits. Where it returned it stores its result, if there
// is a place for it, and ends.
static struct coroutine make_coroutine(struct making *making, LLVMValueRef function,
                                       LLVMValueRef result) {
    struct coroutine coroutine = {.function = function};
    struct oc_values returns;
    collect_opcode(making->ir, function, LLVMRet, &returns);
    LLVMValueRef id = build_start(making, &coroutine);
    LLVMBasicBlockRef end = build_end(making, &coroutine, id);
    for (size_t i = 0; i < returns.count; i++) {
        position_before(making, returns.items[i]);
        if (result)
            LLVMBuildStore(making->builder, LLVMGetOperand(returns.items[i], 0), result);
        LLVMBuildBr(making->builder, end);
        LLVMInstructionEraseFromParent(returns.items[i]);
    }
    drop_attributes(function);
    add_attribute(making, function, "presplitcoroutine");
    return coroutine;
}

// ---- What CoroSplit does not take --------------------------------------------------------------

// Each block whose address is taken gets a number. The address becomes the number.
static void number_blocks(struct making *making, LLVMValueRef function, struct oc_values *blocks) {
    OC_EACH_BLOCK(block, function) {
        LLVMValueRef value = LLVMBasicBlockAsValue(block), address = NULL;
        for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
            if (LLVMIsABlockAddress(LLVMGetUser(use)))
                address = LLVMGetUser(use);
        if (!address)
            continue;
        oc_values_add(blocks, value);
        LLVMValueRef number = LLVMConstInt(making->i64, blocks->count, false);
        LLVMReplaceAllUsesWith(address, LLVMConstIntToPtr(number, making->pointer));
    }
}

// Computed gotos become switches: a coroutine's blocks are copied, and a table of labels would name
// those of the original.
static void replace_computed_gotos(struct making *making, LLVMValueRef function) {
    struct oc_values gotos, blocks = {.arena = making->ir->arena};
    collect_opcode(making->ir, function, LLVMIndirectBr, &gotos);
    if (!gotos.count)
        return;
    number_blocks(making, function, &blocks);
    LLVMBasicBlockRef never = append_block(making, function);
    LLVMPositionBuilderAtEnd(making->builder, never);
    LLVMSetCurrentDebugLocation2(making->builder, NULL);
    LLVMBuildUnreachable(making->builder);
    for (size_t i = 0; i < gotos.count; i++) {
        LLVMValueRef jump = gotos.items[i];
        position_before(making, jump);
        LLVMValueRef number =
            LLVMBuildPtrToInt(making->builder, LLVMGetOperand(jump, 0), making->i64, "");
        unsigned count = LLVMGetNumSuccessors(jump);
        LLVMValueRef choice = LLVMBuildSwitch(making->builder, number, never, count);
        for (unsigned s = 0; s < count; s++) {
            LLVMBasicBlockRef target = LLVMGetSuccessor(jump, s);
            for (size_t b = 0; b < blocks.count; b++)
                if (blocks.items[b] == LLVMBasicBlockAsValue(target))
                    LLVMAddCase(choice, LLVMConstInt(making->i64, b + 1, false), target);
        }
        LLVMInstructionEraseFromParent(jump);
    }
}

// No call returns in the coroutine's stead any more. And variables live as long as their function:
// CoroSplit would take one whose life ends and begins anew in one block for one that no barrier
// comes between.
static void simplify_calls(struct making *making, LLVMValueRef function) {
    struct oc_values calls = {.arena = making->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        if (callee && oc_starts_with(oc_ir_name(callee), "llvm.lifetime."))
            LLVMInstructionEraseFromParent(calls.items[i]);
        else if (LLVMIsACallInst(calls.items[i]))
            LLVMSetTailCallKind(calls.items[i], LLVMTailCallKindNone);
    }
}

// ---- Functions that are called -----------------------------------------------------------------

static bool returns_value(LLVMValueRef function) {
    return LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) != LLVMVoidTypeKind;
}

// The parameters, all without attributes, and a place for the result.
static LLVMTypeRef fibre_type(struct making *making, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *parameters = OC_NEW_ARRAY(making->ir->arena, count + 1, LLVMTypeRef);
    LLVMGetParamTypes(type, parameters);
    parameters[count] = making->pointer;
    return LLVMFunctionType(making->pointer, parameters, count + 1, false);
}

static void copy_attributes(struct making *making, LLVMValueRef from, LLVMValueRef to) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, LLVMAttributeFunctionIndex);
    LLVMAttributeRef *attributes = OC_NEW_ARRAY(making->ir->arena, count, LLVMAttributeRef);
    LLVMGetAttributesAtIndex(from, LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attributes[i]);
}

static uint64_t parameter_attribute(LLVMValueRef function, unsigned parameter, const char *name) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, parameter + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
    return attribute ? LLVMGetEnumAttributeValue(attribute) : 0;
}

// The type behind a parameter that is passed by value in memory, or NULL.
static LLVMTypeRef by_value(LLVMValueRef function, unsigned parameter) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, parameter + 1, LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// What the caller has in its stack is copied: the coroutine outlives the call that starts it.
static LLVMValueRef copy_by_value(struct making *making, const struct coroutine *coroutine,
                                  LLVMValueRef parameter, LLVMTypeRef type, uint64_t alignment) {
    LLVMValueRef copy = build_variable(making, coroutine, type);
    if (alignment > LLVMGetAlignment(copy))
        LLVMSetAlignment(copy, (unsigned)alignment);
    LLVMPositionBuilderBefore(making->builder, LLVMGetNextInstruction(coroutine->handle));
    LLVMSetCurrentDebugLocation2(making->builder, NULL);
    LLVMBuildMemCpy(making->builder, copy, 1, parameter, 1, LLVMSizeOf(type));
    return copy;
}

// Puts the coroutine's parameters in the old function's places.
static void replace_parameters(struct making *making, LLVMValueRef from,
                               const struct coroutine *coroutine) {
    for (unsigned i = 0; i < LLVMCountParams(from); i++) {
        LLVMValueRef value = LLVMGetParam(coroutine->function, i);
        LLVMTypeRef type = by_value(from, i);
        if (type)
            value = copy_by_value(making, coroutine, value, type,
                                  parameter_attribute(from, i, "align"));
        LLVMReplaceAllUsesWith(LLVMGetParam(from, i), value);
    }
}

static void move_body(LLVMValueRef from, LLVMValueRef to) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(from);
    LLVMGlobalClearMetadata(from);
    if (subprogram)
        LLVMSetSubprogram(to, subprogram);
    if (LLVMHasPersonalityFn(from))
        LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
    for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(from));) {
        LLVMRemoveBasicBlockFromParent(block);
        LLVMAppendExistingBasicBlock(to, block);
    }
}

// The call of a coroutine, in pieces: `check` is entered with the coroutine started, and `finish`
// when it is done.
struct waiting {
    LLVMBasicBlockRef check, again, finish;
    LLVMValueRef handle;
};

// Starts a coroutine at the builder's place and ends its block. The builder is left where the
// coroutine has not ended yet.
static struct waiting build_waiting(struct making *making, LLVMBasicBlockRef finish,
                                    LLVMTypeRef type, LLVMValueRef coroutine,
                                    LLVMValueRef *arguments) {
    LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(making->builder);
    struct waiting waiting = {.finish = finish,
                              .check = block_before(making, finish),
                              .again = block_before(making, finish)};
    LLVMBasicBlockRef wait = block_before(making, finish);
    waiting.handle =
        LLVMBuildCall2(making->builder, type, coroutine, arguments, LLVMCountParamTypes(type), "");
    LLVMBuildBr(making->builder, waiting.check);
    LLVMPositionBuilderAtEnd(making->builder, waiting.check);
    LLVMSetCurrentDebugLocation2(making->builder, place);
    LLVMValueRef done = build_on_handle(making, "llvm.coro.done", waiting.handle);
    LLVMBuildCondBr(making->builder, done, finish, wait);
    LLVMPositionBuilderAtEnd(making->builder, waiting.again);
    build_on_handle(making, "llvm.coro.resume", waiting.handle);
    LLVMBuildBr(making->builder, waiting.check);
    LLVMPositionBuilderAtEnd(making->builder, finish);
    build_on_handle(making, "llvm.coro.destroy", waiting.handle);
    LLVMPositionBuilderAtEnd(making->builder, wait);
    return waiting;
}

// What is left under a function's name: it runs the coroutine to its end, without waiting.
static void build_plain_function(struct making *making, LLVMValueRef function,
                                 LLVMValueRef coroutine) {
    unsigned count = LLVMCountParams(function);
    LLVMTypeRef result_type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMBasicBlockRef entry = append_block(making, function),
                      finish = append_block(making, function);
    LLVMPositionBuilderAtEnd(making->builder, entry);
    LLVMSetCurrentDebugLocation2(making->builder, NULL);
    LLVMValueRef *arguments = OC_NEW_ARRAY(making->ir->arena, count + 1, LLVMValueRef);
    LLVMGetParams(function, arguments);
    arguments[count] = returns_value(function) ? LLVMBuildAlloca(making->builder, result_type, "")
                                               : LLVMConstNull(making->pointer);
    struct waiting waiting =
        build_waiting(making, finish, LLVMGlobalGetValueType(coroutine), coroutine, arguments);
    LLVMBuildBr(making->builder, waiting.again);
    LLVMPositionBuilderAtEnd(making->builder, finish);
    if (returns_value(function))
        LLVMBuildRet(making->builder,
                     LLVMBuildLoad2(making->builder, result_type, arguments[count], ""));
    else
        LLVMBuildRetVoid(making->builder);
}

// The first call in a function that waits.
static LLVMValueRef first_waiting_call(struct making *making, LLVMValueRef function) {
    struct oc_values calls = {.arena = making->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_waits_call(&making->waits, calls.items[i]))
            return calls.items[i];
    return NULL;
}

// Where a call stands in the function itself, not in what was inlined into it.
static struct oc_place place_in_function(struct oc_arena *arena, LLVMValueRef call) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
    if (!location)
        return (struct oc_place){0};
    for (LLVMMetadataRef outer; (outer = LLVMDILocationGetInlinedAt(location));)
        location = outer;
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
    unsigned length = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
    if (!length)
        return (struct oc_place){0};
    return (struct oc_place){oc_arena_strndup(arena, name, length), LLVMDILocationGetLine(location),
                             LLVMDILocationGetColumn(location)};
}

static void report_variadic(struct making *making, LLVMValueRef function) {
    LLVMValueRef call = first_waiting_call(making, function);
    struct oc_place place = {0};
    if (call)
        place = place_in_function(making->ir->arena, call);
    if (!place.file)
        place = making->kernel->place;
    oc_report(making->ir->diag, OC_ERROR, place, NULL,
              "kernel '%s': threads cannot wait at a barrier in '%s' on the CPU: it takes a "
              "variable number of arguments",
              making->kernel->name, oc_ir_name(function));
}

// The coroutine of a function that waits: made, or found from another kernel. NULL: reported.
static LLVMValueRef make_fibre(struct making *making, LLVMValueRef function) {
    struct oc_ir *ir = making->ir;
    LLVMValueRef fibre = oc_waits_fibre_of(ir, function);
    if (fibre)
        return fibre;
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if (LLVMIsFunctionVarArg(type)) {
        report_variadic(making, function);
        return NULL;
    }
    const char *name = oc_arena_printf(ir->arena, "%s" OC_FIBRE_SUFFIX, oc_ir_name(function));
    fibre = LLVMAddFunction(ir->module, name, fibre_type(making, type));
    LLVMSetLinkage(fibre, LLVMInternalLinkage);
    copy_attributes(making, function, fibre);
    replace_computed_gotos(making, function);
    simplify_calls(making, function);
    move_body(function, fibre);
    struct coroutine *coroutine = OC_NEW(ir->arena, struct coroutine);
    LLVMValueRef result = LLVMGetParam(fibre, LLVMCountParams(function));
    *coroutine = make_coroutine(making, fibre, returns_value(function) ? result : NULL);
    replace_parameters(making, function, coroutine);
    build_plain_function(making, function, fibre);
    drop_attributes(function);
    add_attribute(making, function, "noinline");
    add_coroutine(making, coroutine);
    return fibre;
}

// ---- Calls that wait ---------------------------------------------------------------------------

// Whether the arguments are what the function takes: a call without a prototype may differ in all.
static bool fits(LLVMValueRef call, LLVMValueRef function) {
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
static LLVMValueRef build_same_call(struct making *making, LLVMValueRef call,
                                    LLVMValueRef *arguments) {
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef same = LLVMBuildCall2(making->builder, LLVMGetCalledFunctionType(call),
                                       LLVMGetCalledValue(call), arguments, count, "");
    LLVMSetInstructionCallConv(same, LLVMGetInstructionCallConv(call));
    for (unsigned at = 0; at <= count; at++) {
        unsigned attribute_count = LLVMGetCallSiteAttributeCount(call, at);
        LLVMAttributeRef *attributes =
            OC_NEW_ARRAY(making->ir->arena, attribute_count, LLVMAttributeRef);
        LLVMGetCallSiteAttributes(call, at, attributes);
        for (unsigned i = 0; i < attribute_count; i++)
            LLVMAddCallSiteAttribute(same, at, attributes[i]);
    }
    return same;
}

// Turns a call into one of a coroutine. `otherwise`: `fibre` is null at run time where the call
// stays as it is.
static void call_fibre(struct making *making, const struct coroutine *coroutine, LLVMValueRef call,
                       LLVMValueRef fibre, LLVMTypeRef type, bool otherwise) {
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMTypeRef result_type = LLVMTypeOf(call);
    bool has_result = LLVMGetTypeKind(result_type) != LLVMVoidTypeKind;
    LLVMValueRef *arguments = OC_NEW_ARRAY(making->ir->arena, count + 1, LLVMValueRef);
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetOperand(call, i);
    arguments[count] = has_result ? build_variable(making, coroutine, result_type)
                                  : LLVMConstNull(making->pointer);
    split_before(making, call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(call), finish = block_before(making, rest);
    if (otherwise) {
        LLVMBasicBlockRef plain = block_before(making, finish),
                          start = block_before(making, finish);
        LLVMBuildCondBr(making->builder, LLVMBuildIsNull(making->builder, fibre, ""), plain, start);
        position_at_end(making, plain, call);
        LLVMValueRef value = build_same_call(making, call, arguments);
        if (has_result)
            LLVMBuildStore(making->builder, value, arguments[count]);
        LLVMBuildBr(making->builder, rest);
        position_at_end(making, start, call);
    }
    struct waiting waiting = build_waiting(making, finish, type, fibre, arguments);
    build_suspend(making, coroutine, false, waiting.again, coroutine->never);
    position_at_end(making, finish, call);
    LLVMBuildBr(making->builder, rest);
    position_before(making, call);
    if (has_result)
        LLVMReplaceAllUsesWith(call,
                               LLVMBuildLoad2(making->builder, result_type, arguments[count], ""));
    remove_call(making, call);
}

static void wait_at_barrier(struct making *making, const struct coroutine *coroutine,
                            LLVMValueRef call) {
    split_before(making, call);
    build_suspend(making, coroutine, false, LLVMGetInstructionParent(call), coroutine->never);
    remove_call(making, call);
}

static bool call_by_name(struct making *making, const struct coroutine *coroutine,
                         LLVMValueRef call) {
    LLVMValueRef callee = oc_ir_callee(call), fibre = make_fibre(making, callee);
    if (!fibre)
        return false;
    if (fits(call, callee))
        call_fibre(making, coroutine, call, fibre, LLVMGlobalGetValueType(fibre), false);
    return true;
}

// The coroutine is looked up among those of the pointer's type.
static bool call_by_pointer(struct making *making, const struct coroutine *coroutine,
                            LLVMValueRef call) {
    LLVMValueRef found = LLVMConstNull(making->pointer);
    LLVMTypeRef type = fibre_type(making, LLVMGetCalledFunctionType(call));
    for (size_t i = 0; i < making->waits.pointed.count; i++) {
        LLVMValueRef candidate = making->waits.pointed.items[i];
        if (!oc_waits_may_be(call, candidate))
            continue;
        LLVMValueRef fibre = make_fibre(making, candidate);
        if (!fibre)
            return false;
        position_before(making, call);
        LLVMValueRef same =
            LLVMBuildICmp(making->builder, LLVMIntEQ, LLVMGetCalledValue(call), candidate, "");
        found = LLVMBuildSelect(making->builder, same, fibre, found, "");
    }
    call_fibre(making, coroutine, call, found, type, true);
    return true;
}

static bool add_waits(struct making *making, const struct coroutine *coroutine) {
    struct oc_values calls = {.arena = making->ir->arena};
    oc_ir_collect_calls(coroutine->function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = oc_ir_callee(call);
        if (!oc_waits_call(&making->waits, call))
            continue;
        if (callee && strcmp(oc_ir_name(callee), OC_BARRIER) == 0)
            wait_at_barrier(making, coroutine, call);
        else if (!(callee ? call_by_name : call_by_pointer)(making, coroutine, call))
            return false;
    }
    return true;
}

// ---- The kernel --------------------------------------------------------------------------------

// The rows of a place (glue_preamble.h).
enum row { THREAD_ID, BLOCK_ID, BLOCK_SIZE, BLOCK_COUNT, ROWS };
enum { DIMENSIONS = 3 };

static LLVMValueRef build_index(struct making *making, LLVMValueRef place, enum row row,
                                LLVMValueRef dimension) {
    LLVMValueRef first = LLVMConstInt(making->i64, (unsigned)row * DIMENSIONS, false);
    LLVMValueRef at = LLVMBuildAdd(making->builder, first,
                                   LLVMBuildZExt(making->builder, dimension, making->i64, ""), "");
    LLVMValueRef address = LLVMBuildInBoundsGEP2(making->builder, making->i32, place, &at, 1, "");
    return LLVMBuildLoad2(making->builder, making->i32, address, "");
}

static LLVMValueRef build_global_id(struct making *making, LLVMValueRef place,
                                    LLVMValueRef dimension) {
    LLVMValueRef parts[3];
    for (enum row row = THREAD_ID; row <= BLOCK_SIZE; row++)
        parts[row] = LLVMBuildZExt(making->builder, build_index(making, place, row, dimension),
                                   making->i64, "");
    return LLVMBuildAdd(making->builder,
                        LLVMBuildMul(making->builder, parts[BLOCK_ID], parts[BLOCK_SIZE], ""),
                        parts[THREAD_ID], "");
}

// What an index call stands for, before it; NULL for other calls.
static LLVMValueRef build_from_place(struct making *making, LLVMValueRef place, LLVMValueRef call) {
    static const char *const indices[ROWS] = {"__offloadcc_thread_id", "__offloadcc_block_id",
                                              "__offloadcc_block_size", "__offloadcc_block_count"};
    const char *name = oc_ir_callee(call) ? oc_ir_name(oc_ir_callee(call)) : "";
    position_before(making, call);
    for (enum row row = THREAD_ID; row < ROWS; row++)
        if (strcmp(name, indices[row]) == 0)
            return build_index(making, place, row, LLVMGetOperand(call, 0));
    if (strcmp(name, "__offloadcc_global_id") == 0)
        return build_global_id(making, place, LLVMGetOperand(call, 0));
    // The scheduler has entered the grid.
    if (strcmp(name, "__offloadcc_enter_grid") == 0)
        return LLVMConstNull(making->pointer);
    if (strcmp(name, "__offloadcc_dynamic_shared") != 0)
        return NULL;
    LLVMValueRef at = LLVMConstInt(making->i64, (unsigned)ROWS * DIMENSIONS, false);
    LLVMValueRef address = LLVMBuildInBoundsGEP2(making->builder, making->i32, place, &at, 1, "");
    return LLVMBuildLoad2(making->builder, making->pointer, address, "");
}

static void read_place(struct making *making, LLVMValueRef fibre) {
    struct oc_values calls = {.arena = making->ir->arena};
    oc_ir_collect_calls(fibre, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = oc_ir_callee(call);
        LLVMValueRef value = build_from_place(making, LLVMGetParam(fibre, 1), call);
        if (value)
            LLVMReplaceAllUsesWith(call, value);
        if (value || (callee && strcmp(oc_ir_name(callee), "__offloadcc_leave_grid") == 0))
            remove_call(making, call);
    }
}

bool oc_coroutine_make(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef fibre) {
    struct making making = {
        .ir = ir,
        .kernel = kernel,
        .builder = LLVMCreateBuilderInContext(ir->context),
        .pointer = LLVMPointerTypeInContext(ir->context, 0),
        .i1 = LLVMInt1TypeInContext(ir->context),
        .i8 = LLVMInt8TypeInContext(ir->context),
        .i32 = LLVMInt32TypeInContext(ir->context),
        .i64 = LLVMInt64TypeInContext(ir->context),
        .token = LLVMTokenTypeInContext(ir->context),
    };
    oc_waits_find(ir, &making.waits);
    read_place(&making, fibre);
    replace_computed_gotos(&making, fibre);
    simplify_calls(&making, fibre);
    struct coroutine first = make_coroutine(&making, fibre, NULL);
    add_coroutine(&making, &first);
    bool done = true;
    for (size_t i = 0; done && i < making.count; i++)
        done = add_waits(&making, making.coroutines[i]);
    LLVMDisposeBuilder(making.builder);
    return done;
}
