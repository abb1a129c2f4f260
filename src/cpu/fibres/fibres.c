#include "cpu/fibres/fibres.h"

#include "ir/sourceplace.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

struct oc_fibres oc_fibres_begin(struct oc_ir *ir, const struct oc_kernel *kernel) {
    struct oc_fibres fibres = {.edit = oc_edit_begin(ir), .kernel = kernel};
    oc_waits_find(ir, &fibres.waits);
    oc_waits_find_lanes(ir, &fibres.lanes);
    return fibres;
}

void oc_fibres_end(struct oc_fibres *fibres) {
    oc_edit_end(&fibres->edit);
}

void oc_fibres_add(struct oc_fibres *fibres, struct oc_resumable coroutine,
                   struct oc_meetings meetings) {
    struct oc_fibre *fibre = OC_NEW(fibres->edit.ir->arena, struct oc_fibre);
    *fibre = (struct oc_fibre){NULL, coroutine, meetings};
    if (fibres->last)
        fibres->last->next = fibre;
    else
        fibres->first = fibre;
    fibres->last = fibre;
}

static bool returns_value(LLVMValueRef function) {
    return LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) != LLVMVoidTypeKind;
}

// Parameters have no attributes there.
LLVMTypeRef oc_fibres_type(struct oc_edit *edit, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *parameters = OC_NEW_ARRAY(edit->ir->arena, count + 1, LLVMTypeRef);
    LLVMGetParamTypes(type, parameters);
    parameters[count] = edit->pointer;
    return LLVMFunctionType(edit->pointer, parameters, count + 1, false);
}

static void copy_attributes(struct oc_edit *edit, LLVMValueRef from, LLVMValueRef to) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, LLVMAttributeFunctionIndex);
    LLVMAttributeRef *attributes = OC_NEW_ARRAY(edit->ir->arena, count, LLVMAttributeRef);
    LLVMGetAttributesAtIndex(from, LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attributes[i]);
}

static uint64_t parameter_attribute(LLVMValueRef function, unsigned parameter, const char *name) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, parameter + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
    return attribute ? LLVMGetEnumAttributeValue(attribute) : 0;
}

// The type of a parameter that is passed by value in memory, or NULL.
static LLVMTypeRef by_value(LLVMValueRef function, unsigned parameter) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, parameter + 1, LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

// What the fibre has in its stack is copied: the coroutine outlives the call that starts it.
static LLVMValueRef copy_by_value(struct oc_edit *edit, const struct oc_resumable *fibre,
                                  LLVMValueRef parameter, LLVMTypeRef type, uint64_t alignment) {
    LLVMValueRef copy = oc_resumable_variable(edit, fibre, type);
    if (alignment > LLVMGetAlignment(copy))
        LLVMSetAlignment(copy, (unsigned)alignment);
    LLVMPositionBuilderBefore(edit->builder, LLVMGetNextInstruction(fibre->handle));
    LLVMSetCurrentDebugLocation2(edit->builder, NULL);
    LLVMBuildMemCpy(edit->builder, copy, 1, parameter, 1, LLVMSizeOf(type));
    return copy;
}

// Puts the coroutine's parameters in the old function's places.
static void replace_parameters(struct oc_edit *edit, LLVMValueRef from,
                               const struct oc_resumable *fibre) {
    for (unsigned i = 0; i < LLVMCountParams(from); i++) {
        LLVMValueRef value = LLVMGetParam(fibre->function, i);
        LLVMTypeRef type = by_value(from, i);
        if (type)
            value = copy_by_value(edit, fibre, value, type, parameter_attribute(from, i, "align"));
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

// What is left under a function's name: it runs the coroutine to its end, without waiting.
static void build_plain_function(struct oc_edit *edit, LLVMValueRef function,
                                 LLVMValueRef coroutine) {
    unsigned count = LLVMCountParams(function);
    LLVMTypeRef result_type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMBasicBlockRef entry = oc_edit_append_block(edit, function),
                      finish = oc_edit_append_block(edit, function);
    oc_edit_at_end(edit, entry, NULL);
    LLVMValueRef *arguments = OC_NEW_ARRAY(edit->ir->arena, count + 1, LLVMValueRef);
    LLVMGetParams(function, arguments);
    arguments[count] = returns_value(function) ? LLVMBuildAlloca(edit->builder, result_type, "")
                                               : LLVMConstNull(edit->pointer);
    LLVMTypeRef type = LLVMGlobalGetValueType(coroutine);
    LLVMBuildBr(edit->builder, oc_resumable_start(edit, type, coroutine, arguments, finish));
    LLVMPositionBuilderAtEnd(edit->builder, finish);
    if (returns_value(function))
        LLVMBuildRet(edit->builder,
                     LLVMBuildLoad2(edit->builder, result_type, arguments[count], ""));
    else
        LLVMBuildRetVoid(edit->builder);
}

// The first call in a function that waits.
static LLVMValueRef first_waiting_call(struct oc_fibres *fibres, LLVMValueRef function) {
    struct oc_values calls = {.arena = fibres->edit.ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_waits_call(&fibres->waits, calls.items[i]))
            return calls.items[i];
    return NULL;
}

// Where a call stands in the function itself, not in what was inlined into it.
static struct oc_place place_in_function(struct oc_arena *arena, LLVMValueRef call) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call), outer;
    while (location && (outer = LLVMDILocationGetInlinedAt(location)))
        location = outer;
    return oc_sourceplace_of(arena, location);
}

static void report_variadic(struct oc_fibres *fibres, LLVMValueRef function) {
    LLVMValueRef call = first_waiting_call(fibres, function);
    struct oc_place place = {0};
    if (call)
        place = place_in_function(fibres->edit.ir->arena, call);
    if (!place.file)
        place = fibres->kernel->place;
    oc_report(fibres->edit.ir->diag, OC_ERROR, place, NULL,
              "kernel '%s': threads cannot wait at a barrier in '%s' on the CPU: it takes a "
              "variable number of arguments",
              fibres->kernel->name, oc_ir_name(function));
}

static LLVMValueRef make_fibre(struct oc_fibres *fibres, LLVMValueRef function) {
    struct oc_edit *edit = &fibres->edit;
    LLVMTypeRef type = oc_fibres_type(edit, LLVMGlobalGetValueType(function));
    const char *name = oc_arena_printf(edit->ir->arena, "%s" OC_FIBRE_SUFFIX, oc_ir_name(function));
    LLVMValueRef fibre = LLVMAddFunction(edit->ir->module, name, type);
    LLVMSetLinkage(fibre, LLVMInternalLinkage);
    copy_attributes(edit, function, fibre);
    move_body(function, fibre);
    LLVMValueRef result = LLVMGetParam(fibre, LLVMCountParams(function));
    struct oc_meetings meetings = oc_meetings_find(edit, &fibres->lanes, fibre);
    struct oc_resumable coroutine =
        oc_resumable_make(edit, fibre, returns_value(function) ? result : NULL);
    replace_parameters(edit, function, &coroutine);
    build_plain_function(edit, function, fibre);
    oc_resumable_drop_attributes(function);
    oc_ir_add_attribute(edit->ir, function, "noinline");
    oc_fibres_add(fibres, coroutine, meetings);
    return fibre;
}

LLVMValueRef oc_fibres_of(struct oc_fibres *fibres, LLVMValueRef function) {
    LLVMValueRef fibre = oc_waits_fibre_of(fibres->edit.ir, function);
    if (fibre)
        return fibre;
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
        return make_fibre(fibres, function);
    report_variadic(fibres, function);
    return NULL;
}
