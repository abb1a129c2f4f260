#include "device/arguments.h"

#include "glue/names.h"

#include <string.h>

static void add_parameter_attribute(struct oc_ir *ir, LLVMValueRef function, unsigned parameter,
                                    const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, parameter + 1,
                            LLVMCreateEnumAttribute(ir->context, kind, value));
}

// The call of `callee` in `caller`, if there is just one.
static LLVMValueRef only_call(struct oc_ir *ir, LLVMValueRef caller, LLVMValueRef callee) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMValueRef found = NULL;
    oc_ir_collect_calls(caller, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        if (oc_ir_callee(calls.items[i]) != callee)
            continue;
        if (found)
            return NULL;
        found = calls.items[i];
    }
    return found;
}

// Sets `out` to the parameter of the function that an argument of a call in the function is.
// Returns false if the argument is not a parameter.
static bool parameter_of(LLVMValueRef function, LLVMValueRef argument, unsigned *out) {
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (LLVMGetParam(function, i) == argument) {
            *out = i;
            return true;
        }
    return false;
}

// A pointer that goes to a `noalias` parameter, and nowhere else, keeps that promise too.
static void pass_on(struct oc_ir *ir, LLVMValueRef caller, LLVMValueRef callee) {
    LLVMValueRef call = only_call(ir, caller, callee);
    for (unsigned i = 0; call && i < LLVMGetNumArgOperands(call); i++) {
        unsigned parameter;
        LLVMValueRef argument = LLVMGetArgOperand(call, i);
        if (!oc_ir_parameter_has(callee, i, "noalias") ||
            !parameter_of(caller, argument, &parameter))
            continue;
        LLVMUseRef use = LLVMGetFirstUse(argument);
        if (use && !LLVMGetNextUse(use))
            add_parameter_attribute(ir, caller, parameter, "noalias", 0);
    }
}

static void promise_private(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef entry) {
    for (size_t i = 0; i < kernel->param_count; i++) {
        if (kernel->params[i].kind != OC_PARAM_AGGREGATE || !kernel->params[i].size)
            continue;
        add_parameter_attribute(ir, entry, (unsigned)i, "noalias", 0);
        add_parameter_attribute(ir, entry, (unsigned)i, "readonly", 0);
        add_parameter_attribute(ir, entry, (unsigned)i, "dereferenceable", kernel->params[i].size);
    }
}

bool oc_arguments_promise(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        LLVMValueRef entry =
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, kernel->name));
        LLVMValueRef thread = LLVMGetNamedFunction(
            ir->module, oc_arena_printf(ir->arena, OC_GLUE_THREAD "%s", kernel->name));
        LLVMValueRef body =
            LLVMGetNamedFunction(ir->module, oc_arena_printf(ir->arena, "%s.kernel", kernel->name));
        if (!entry || !thread || !body)
            continue;
        // The front end keeps parameters in memory.
        if (!oc_ir_run_on_function(ir, thread, "sroa", NULL) ||
            !oc_ir_run_on_function(ir, entry, "sroa", NULL))
            return false;
        pass_on(ir, thread, body);
        pass_on(ir, entry, thread);
        promise_private(ir, kernel, entry);
    }
    return true;
}
