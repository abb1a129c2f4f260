#include "effects/effects.h"

#include "effects/accesses.h"
#include "effects/coverage.h"
#include "effects/threadcopy.h"
#include "effects/unused.h"
#include "effects/warnings.h"
#include "model/kernelargs.h"

// What is looked for besides which arrays are read and written, and by which code warnings are.
struct aims {
    bool proves;         // whether arrays are written whole
    bool warns_of_reads; // false: the copy has loads that optimised code does not have
};

// ---- Usage -------------------------------------------------------------------------------------

static void find_of_param(struct oc_ir *ir, const struct oc_kernel *kernel, size_t index,
                          LLVMValueRef thread, const struct aims *aims,
                          struct oc_param_usage *out) {
    struct oc_accesses accesses;
    oc_accesses_of(ir, LLVMGetParam(thread, (unsigned)index), &accesses);
    oc_warnings_of_array(ir, kernel, index, thread, &accesses, aims->warns_of_reads);
    out->reads = accesses.unknown || accesses.reads.count;
    out->writes = accesses.unknown || accesses.writes.count;
    // What does not go to the device anyway needs no proof.
    if (aims->proves && (kernel->params[index].direction & OC_MAP_TO) && out->writes &&
        oc_coverage_find(ir, kernel, index, thread, &accesses, out))
        out->reads = false;
}

// What a pointer in a struct leads to. Structs with pointers in them go as they are.
static void find_of_pointee(struct oc_ir *ir, const struct oc_kernel *kernel, size_t argument,
                            LLVMValueRef thread, const struct aims *aims,
                            struct oc_param_usage *out) {
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    struct oc_accesses accesses;
    oc_accesses_of(ir, LLVMGetParam(thread, (unsigned)argument), &accesses);
    oc_warnings_of_array(ir, kernel, argument, thread, &accesses, aims->warns_of_reads);
    out->reads = accesses.unknown || accesses.reads.count || member->member_count;
    out->writes = accesses.unknown || accesses.writes.count || member->member_count;
}

static void find_of_kernel(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread,
                           const struct aims *aims, struct oc_kernel_usage *out) {
    size_t count = oc_kernel_argument_count(kernel);
    out->params = OC_NEW_ARRAY(ir->arena, count, struct oc_param_usage);
    for (size_t i = 0; i < count; i++) {
        out->params[i] = (struct oc_param_usage){.reads = true, .writes = true};
        if (thread && oc_kernel_pointee(kernel, i))
            find_of_pointee(ir, kernel, i, thread, aims, &out->params[i]);
        else if (thread && kernel->params[i].kind == OC_PARAM_ARRAY)
            find_of_param(ir, kernel, i, thread, aims, &out->params[i]);
    }
}

// Whether some array may be unused.
static bool may_be_unused(const struct oc_kernel *kernel, const struct oc_kernel_usage *usage) {
    size_t count = oc_kernel_argument_count(kernel);
    bool may_be = oc_kernel_described_count(kernel) > count;
    for (size_t i = 0; i < count; i++)
        may_be |= !usage->params[i].reads && !usage->params[i].writes;
    return may_be;
}

static void find_unused(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy,
                        struct oc_usage *out) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        LLVMValueRef thread = oc_threadcopy_find(ir, copy, kernel->name);
        out->kernels[i].unused = OC_NEW_ARRAY(ir->arena, oc_kernel_described_count(kernel), bool);
        if (thread)
            oc_unused_find(ir, kernel, thread, out->kernels[i].unused);
    }
}

bool oc_effects_find(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised,
                     struct oc_usage *out) {
    static const struct aims aims = {.proves = true, .warns_of_reads = true};
    LLVMModuleRef copy = oc_threadcopy_make(ir, unit, unoptimised);
    bool may_be = false;
    if (!copy)
        return false;
    oc_warnings_of_constants(ir, unit, copy);
    out->kernels = OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = oc_threadcopy_find(ir, copy, unit->kernels[i].name);
        find_of_kernel(ir, &unit->kernels[i], thread, &aims, &out->kernels[i]);
        if (thread)
            oc_warnings_of_races(ir, &unit->kernels[i], thread);
        may_be |= may_be_unused(&unit->kernels[i], &out->kernels[i]);
    }
    if (may_be && !unoptimised) {
        LLVMDisposeModule(copy);
        copy = oc_threadcopy_make(ir, unit, true);
    }
    if (copy && may_be)
        find_unused(ir, unit, copy, out);
    if (copy)
        LLVMDisposeModule(copy);
    return copy != NULL && ir->diag->errors == 0;
}

// ---- Without a device --------------------------------------------------------------------------

static void warn_of_kernels(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy,
                            const struct aims *aims) {
    oc_warnings_of_constants(ir, unit, copy);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        struct oc_kernel_usage usage; // what devices have no part in
        LLVMValueRef thread = oc_threadcopy_find(ir, copy, unit->kernels[i].name);
        find_of_kernel(ir, &unit->kernels[i], thread, aims, &usage);
        if (thread)
            oc_warnings_of_races(ir, &unit->kernels[i], thread);
    }
}

bool oc_effects_warn(struct oc_ir *ir, const struct oc_unit *unit) {
    static const struct aims aims = {.warns_of_reads = true};
    bool may = oc_warnings_may_be(ir, unit);
    LLVMModuleRef copy = may ? oc_threadcopy_make(ir, unit, false) : NULL;
    if (!copy)
        return !may;
    warn_of_kernels(ir, unit, copy, &aims);
    LLVMDisposeModule(copy);
    return ir->diag->errors == 0; // -Werror
}

bool oc_effects_find_unused(struct oc_ir *ir, const struct oc_unit *unit, bool warns,
                            struct oc_usage *out) {
    static const struct aims aims = {0};
    LLVMModuleRef copy = oc_threadcopy_make(ir, unit, true);
    if (!copy)
        return false;
    out->kernels = OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++)
        find_of_kernel(ir, &unit->kernels[i], NULL, &aims, &out->kernels[i]);
    if (warns)
        warn_of_kernels(ir, unit, copy, &aims);
    find_unused(ir, unit, copy, out);
    LLVMDisposeModule(copy);
    return ir->diag->errors == 0; // -Werror
}
