#include "ir/stops.h"

#include "base/names.h"
#include "ir/annotations.h"
#include "ir/sourceplace.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum stop { ASSERT, ABORT, EXIT, STOPS };

// The C library's functions, and what calls of them become in code that host code may call.
static const struct {
    const char *called, *ours;
    unsigned arguments; // of the C library's
} stops[STOPS] = {
    {"__assert_fail", OC_NAME_ASSERT, 4}, {"abort", OC_NAME_ABORT, 0}, {"exit", OC_NAME_EXIT, 1}};

bool oc_stops_is_name(const char *name) {
    for (size_t i = 0; i < STOPS; i++)
        if (strcmp(name, stops[i].ours) == 0)
            return true;
    return false;
}

// STOPS: the call is none of these.
static enum stop stop_of(LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? oc_ir_callee(call) : NULL;
    enum stop stop = 0;
    if (!callee || !LLVMIsDeclaration(callee) || LLVMGetFirstUse(call))
        return STOPS;
    while (stop < STOPS && (strcmp(oc_ir_name(callee), stops[stop].called) != 0 ||
                            LLVMGetNumArgOperands(call) != stops[stop].arguments))
        stop++;
    return stop;
}

// ---- New calls ---------------------------------------------------------------------------------

struct placing {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    LLVMTypeRef i32;
    bool on_gpu;
};

static LLVMValueRef declare(const struct placing *at, const char *name,
                            const LLVMValueRef *arguments, unsigned count) {
    LLVMTypeRef types[4];
    LLVMValueRef function = LLVMGetNamedFunction(at->ir->module, name);
    if (function)
        return function;
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    function = LLVMAddFunction(
        at->ir->module, name,
        LLVMFunctionType(LLVMVoidTypeInContext(at->ir->context), types, count, false));
    oc_ir_add_attribute(at->ir, function, "noreturn");
    oc_ir_add_attribute(at->ir, function, "nounwind");
    oc_ir_add_attribute(at->ir, function, "cold");
    return function;
}

static void build(const struct placing *at, const char *name, LLVMValueRef *arguments,
                  unsigned count) {
    LLVMValueRef function = declare(at, name, arguments, count);
    LLVMBuildCall2(at->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

static LLVMValueRef text(const struct placing *at, const char *content) {
    return LLVMBuildGlobalStringPtr(at->builder, content, "");
}

// What a GPU's kernel says as it ends, where that is a constant; else NULL.
static const char *message_of(const struct placing *at, enum stop stop, LLVMValueRef call) {
    LLVMValueRef status = stop == EXIT ? LLVMGetOperand(call, 0) : NULL;
    if (!status)
        return "the kernel called abort()";
    return LLVMIsAConstantInt(status)
               ? oc_arena_printf(at->ir->arena, "the kernel called exit(%lld)",
                                 LLVMConstIntGetSExtValue(status))
               : NULL;
}

static void replace(const struct placing *at, enum stop stop, LLVMValueRef call) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), arguments[4];
    struct oc_place place = oc_ir_place(at->ir->arena, call);
    const char *written = oc_sourceplace_function(at->ir, location);
    const char *message = at->on_gpu ? message_of(at, stop, call) : NULL;
    unsigned count = 0;
    LLVMPositionBuilderBefore(at->builder, call);
    LLVMSetCurrentDebugLocation2(at->builder, location);
    if (message)
        arguments[count++] = text(at, message);
    else if (stop == EXIT)
        arguments[count++] = LLVMGetOperand(call, 0);
    arguments[count++] = text(at, place.file ? place.file : "?");
    arguments[count++] = LLVMConstInt(at->i32, place.line, false);
    arguments[count++] = text(at, *written ? written : oc_ir_name(caller));
    build(at, message ? OC_NAME_END : stops[stop].ours, arguments, count);
    LLVMInstructionEraseFromParent(call);
}

static void rename_assertion(const struct placing *at, LLVMValueRef call) {
    LLVMValueRef arguments[4];
    for (unsigned i = 0; i < 4; i++)
        arguments[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(at->builder, call);
    LLVMSetCurrentDebugLocation2(at->builder, LLVMInstructionGetDebugLoc(call));
    build(at, OC_NAME_ASSERT, arguments, 4);
    LLVMInstructionEraseFromParent(call);
}

static void place_in(const struct placing *at, LLVMValueRef function) {
    struct oc_values calls = {.arena = at->ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        enum stop stop = stop_of(calls.items[i]);
        if (stop == ABORT || stop == EXIT)
            replace(at, stop, calls.items[i]);
        else if (stop == ASSERT && !at->on_gpu)
            rename_assertion(at, calls.items[i]);
    }
}

static struct placing begin(struct oc_ir *ir, bool on_gpu) {
    return (struct placing){.ir = ir,
                            .builder = LLVMCreateBuilderInContext(ir->context),
                            .i32 = LLVMInt32TypeInContext(ir->context),
                            .on_gpu = on_gpu};
}

static void place_in_all(struct oc_ir *ir, bool on_gpu) {
    struct placing at = begin(ir, on_gpu);
    OC_EACH_FUNCTION (function, ir->module) {
        if (!LLVMIsDeclaration(function))
            place_in(&at, function);
    }
    LLVMDisposeBuilder(at.builder);
}

void oc_stops_place_on_gpu(struct oc_ir *ir) {
    place_in_all(ir, true);
}

void oc_stops_place_on_cpu(struct oc_ir *ir) {
    place_in_all(ir, false);
}

// ---- The host's functions that kernels call ----------------------------------------------------

static bool has_stops(struct oc_ir *ir) {
    for (size_t i = 0; i < STOPS; i++)
        if (LLVMGetNamedFunction(ir->module, stops[i].called))
            return true;
    return false;
}

static void add(LLVMValueRef function, struct oc_values *out) {
    if (!oc_values_contain(out, function))
        oc_values_add(out, function);
    oc_ir_collect_reachable(function, out);
}

// The type of a function that a call may call through a pointer; NULL: none.
static LLVMTypeRef called_type(LLVMValueRef call) {
    return oc_ir_is_pointer_call(call) ? LLVMGetCalledFunctionType(call) : NULL;
}

// Adds the functions whose address is taken and that may be called by a pointer in the functions
// from number `first` on. Returns whether there are more now.
static bool add_pointed(struct oc_ir *ir, struct oc_values *out, size_t first) {
    size_t before = out->count;
    for (size_t i = first; i < before; i++) {
        struct oc_values calls = {.arena = ir->arena};
        oc_ir_collect_calls(out->items[i], &calls);
        for (size_t c = 0; c < calls.count; c++) {
            LLVMTypeRef type = called_type(calls.items[c]);
            if (!type)
                continue;
            OC_EACH_FUNCTION (function, ir->module) {
                if (!LLVMIsDeclaration(function) && LLVMGlobalGetValueType(function) == type &&
                    !oc_values_contain(out, function) && oc_annotations_address_is_taken(function))
                    add(function, out);
            }
        }
    }
    return out->count > before;
}

void oc_stops_place_on_host(struct oc_ir *ir, const struct oc_values *functions) {
    struct placing at = begin(ir, false);
    struct oc_values reached = {.arena = ir->arena};
    if (has_stops(ir))
        for (size_t i = 0; i < functions->count; i++)
            add(functions->items[i], &reached);
    for (size_t first = 0, count; count = reached.count, add_pointed(ir, &reached, first);)
        first = count;
    for (size_t i = 0; i < reached.count; i++)
        if (!LLVMIsDeclaration(reached.items[i]))
            place_in(&at, reached.items[i]);
    LLVMDisposeBuilder(at.builder);
}
