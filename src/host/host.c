#include "host/host.h"

#include "base/map.h"
#include "base/names.h"
#include "cpu/cpu.h"
#include "cpu/longgroups.h"
#include "effects/effects.h"
#include "glue/names.h"
#include "host/backend.h"
#include "host/images.h"
#include "host/resident/resident.h"
#include "host/unlinked.h"
#include "ir/checks.h"
#include "ir/minima.h"
#include "ir/pieces.h"
#include "ir/sanitizers.h"
#include "ir/stops.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static LLVMValueRef find_host_function(struct oc_ir *ir, const char *prefix, const char *name) {
    return LLVMGetNamedFunction(ir->module, oc_arena_printf(ir->arena, "%s%s", prefix, name));
}

// -funique-internal-linkage-names mangles the names of static functions ("_ZL3addPf.__uniq.123"):
// what we look for by name gets its own back.
static void restore_names(struct oc_ir *ir, const struct oc_unit *unit) {
    static const char mangled[] = "_ZL";
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
        size_t size;
        const char *name = LLVMGetValueName2(f, &size);
        if (!oc_starts_with(name, mangled) || !strstr(name, ".__uniq."))
            continue;
        char *plain;
        size_t length = strtoul(name + sizeof mangled - 1, &plain, 10);
        plain = oc_arena_strndup(ir->arena, plain, length < strlen(plain) ? length : 0);
        bool wanted = oc_starts_with(plain, OC_NAME_PREFIX);
        for (size_t i = 0; i < unit->kernel_count; i++)
            wanted |= strcmp(unit->kernels[i].name, plain) == 0;
        if (wanted)
            LLVMSetValueName2(f, plain, strlen(plain));
    }
}

// Calls of `from` in `function` become calls of `to`.
static void redirect_calls(struct oc_ir *ir, LLVMValueRef function, LLVMValueRef from,
                           LLVMValueRef to) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ir_callee(calls.items[i]) == from)
            LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, to);
}

// What sanitizers and control-flow integrity know of a function's C type. The launching function's
// own has pointers to void.
static void copy_type(struct oc_ir *ir, LLVMValueRef from, LLVMValueRef to) {
    static const char *const names[] = {"func_sanitize", "kcfi_type", "type"};
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        unsigned kind = LLVMGetMDKindIDInContext(ir->context, names[n], (unsigned)strlen(names[n]));
        LLVMGlobalEraseMetadata(to, kind);
        for (unsigned i = 0; i < count; i++)
            if (LLVMValueMetadataEntriesGetKind(entries, i) == kind)
                LLVMGlobalAddMetadata(to, kind, LLVMValueMetadataEntriesGetMetadata(entries, i));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

// The launching function takes the kernel's name, linkage and uses. The body stays reachable only
// through the one-thread function.
static bool swap_kernel(struct oc_ir *ir, const struct oc_kernel *kernel,
                        struct oc_cpu_kernel *out) {
    LLVMValueRef body = LLVMGetNamedFunction(ir->module, kernel->name);
    LLVMValueRef launcher = find_host_function(ir, OC_GLUE_HOST, kernel->name);
    LLVMValueRef thread = find_host_function(ir, OC_GLUE_THREAD, kernel->name);
    if (!body || LLVMIsDeclaration(body) || !launcher || !thread) {
        oc_report(ir->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' has no code in the host's module", kernel->name);
        return false;
    }
    LLVMSetValueName2(body, "", 0);
    LLVMSetValueName2(launcher, kernel->name, strlen(kernel->name));
    const char *body_name = oc_arena_printf(ir->arena, "%s.kernel", kernel->name);
    LLVMSetValueName2(body, body_name, strlen(body_name));
    LLVMSetLinkage(launcher, LLVMGetLinkage(body));
    LLVMSetVisibility(launcher, LLVMGetVisibility(body));
    LLVMSetUnnamedAddress(launcher, LLVMGetUnnamedAddress(body));
    if (LLVMGetSection(body))
        LLVMSetSection(launcher, LLVMGetSection(body));
    copy_type(ir, body, launcher);
    LLVMReplaceAllUsesWith(body, launcher);
    LLVMSetVisibility(body, LLVMDefaultVisibility);
    LLVMSetLinkage(body, LLVMInternalLinkage);
    redirect_calls(ir, thread, launcher, body);
    *out = (struct oc_cpu_kernel){body, launcher};
    return true;
}

static bool is_offered(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->offer_count; i++)
        if (strcmp(unit->offers[i].name, name) == 0)
            return true;
    return false;
}

// Two files that define one variable (-fcommon, weak) would have two on each device: the linker is
// to refuse that. What is offered is linked as one.
static void define_globals(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->global_count; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, unit->globals[i].name);
        if (variable && !unit->globals[i].is_static && !is_offered(unit, unit->globals[i].name))
            LLVMSetLinkage(variable, LLVMExternalLinkage);
    }
}

// The function that calls `function`, if that is what the use of it does, or NULL.
static LLVMValueRef caller_of(LLVMValueRef function, LLVMUseRef use) {
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function
               ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))
               : NULL;
}

// Whether a function is called from one other function and is not used otherwise.
static bool is_called_by_one(LLVMValueRef function, LLVMValueRef caller) {
    bool only = true;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && only; use = LLVMGetNextUse(use))
        only = caller_of(function, use) == caller;
    return only;
}

// Once the block loops have the kernel's code, the kernel as a function is there for kernels of
// other units, and for pointers to kernels in kernels: it should be small, and soon compiled. LLVM
// would warn that it does not do what pragmas ask of its loops.
static void make_small(struct oc_ir *ir, LLVMValueRef function) {
    unsigned pragmas = LLVMGetMDKindIDInContext(ir->context, "llvm.loop", strlen("llvm.loop"));
    OC_EACH_BLOCK (block, function)
        LLVMSetMetadata(LLVMGetBasicBlockTerminator(block), pragmas, NULL);
    oc_ir_add_attribute(ir, function, "cold");
    oc_ir_add_attribute(ir, function, "minsize");
    oc_ir_add_attribute(ir, function, "optsize");
}

// Where the loops are the image's, it is for kernels of units that have no such image, if there are
// any, and compiling it should take no time. Notes the function in `plain`.
static void make_plain(struct oc_ir *ir, LLVMValueRef function, struct oc_map *plain) {
    oc_map_set(plain, function, true);
    oc_ir_remove_attribute(function, "minsize");
    oc_ir_remove_attribute(function, "optsize");
    oc_ir_add_attribute(ir, function, "noinline");
    oc_ir_add_attribute(ir, function, "optnone");
}

// Whether a function calls one that another file defines and that can be inlined here. C's `inline`
// makes such functions; many programs have no other definition and link because the optimiser
// leaves no call.
static bool calls_inline(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
            if (callee && LLVMGetLinkage(callee) == LLVMAvailableExternallyLinkage)
                return true;
        }
    return false;
}

static bool is_free(LLVMValueRef function) {
    return !oc_ir_has_attribute(function, "optnone") &&
           !oc_ir_has_attribute(function, "alwaysinline") && !calls_inline(function);
}

// Makes functions plain that only such functions call: what was the kernels' alone.
static void make_callees_plain(struct oc_ir *ir, struct oc_map *plain) {
    for (bool changed = true; changed;) {
        changed = false;
        OC_EACH_FUNCTION (function, ir->module) {
            LLVMUseRef use = LLVMGetFirstUse(function);
            bool only = use && is_free(function) && !LLVMIsDeclaration(function) &&
                        LLVMGetLinkage(function) == LLVMInternalLinkage;
            for (; use && only; use = LLVMGetNextUse(use)) {
                LLVMValueRef caller = caller_of(function, use);
                only = caller && oc_map_get(plain, caller, NULL);
            }
            if (only)
                make_plain(ir, function, plain);
            changed |= only;
        }
    }
}

static void make_cheap(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_cpu_kernel *kernels, bool shares) {
    struct oc_map plain = {.arena = ir->arena};
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = find_host_function(ir, OC_GLUE_THREAD, unit->kernels[i].name);
        LLVMValueRef body = kernels[i].body;
        if (!thread || !is_free(thread) || !is_free(body) || !is_called_by_one(body, thread))
            continue;
        LLVMValueRef functions[] = {thread, body};
        for (size_t f = 0; f < 2; f++)
            if (shares)
                make_plain(ir, functions[f], &plain);
            else
                make_small(ir, functions[f]);
    }
    make_callees_plain(ir, &plain);
}

// ---- Code of the x86-64 image -------------------------------------------------------------------

// A kernel's block loops become declarations.
static bool take_blocks(struct oc_ir *ir, const struct oc_kernel *kernel) {
    LLVMValueRef blocks = find_host_function(ir, OC_GLUE_BLOCKS, kernel->name);
    LLVMValueRef body = find_host_function(ir, OC_GLUE_BODY, kernel->name);
    LLVMValueRef fibre = find_host_function(ir, OC_GLUE_FIBRE, kernel->name);
    LLVMValueRef frame = LLVMGetNamedGlobal(
        ir->module, oc_arena_printf(ir->arena, "%s%s", OC_GLUE_FRAME, kernel->name));
    if (!blocks || !body || !fibre || !frame) {
        oc_report(ir->diag, OC_ERROR, kernel->place, NULL,
                  "internal error: kernel '%s' has no blocks; please report this", kernel->name);
        return false;
    }
    oc_piece_leave_out(ir, blocks, OC_PIECE_SUFFIX);
    oc_piece_leave_out(ir, frame, OC_PIECE_SUFFIX);
    LLVMDeleteFunction(body);
    LLVMDeleteFunction(fibre);
    return true;
}

// The glue's functions are marked as not to be profiled, and neither are functions of the user's
// inlined into those, nor they into others.
static void forget_profiles(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        oc_ir_remove_attribute(function, "noprofile");
    }
}

// Whether arrays that are unused make a difference on the CPU: they have counts in structs.
static bool has_members(const struct oc_unit *unit) {
    bool has = false;
    for (size_t k = 0; k < unit->kernel_count; k++)
        for (size_t i = 0; i < unit->kernels[k].param_count; i++)
            has |= unit->kernels[k].params[i].member_count != 0;
    return has;
}

static bool look_at_arrays(struct oc_ir *ir, const struct oc_unit *unit,
                           const struct oc_host_pieces *pieces, struct oc_usage *out) {
    if (has_members(unit))
        return oc_effects_find_unused(ir, unit, pieces->warns, out);
    return !pieces->warns || oc_effects_warn(ir, unit);
}

// Messages of abort and exit in kernels name lines, so this comes before the lines are removed.
static void place_stops(struct oc_ir *ir, const struct oc_unit *unit) {
    struct oc_values roots = {.arena = ir->arena};
    for (size_t i = 0; i < unit->kernel_count + unit->offer_count; i++) {
        const char *name = i < unit->kernel_count ? unit->kernels[i].name
                                                  : unit->offers[i - unit->kernel_count].name;
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
        if (function)
            oc_values_add(&roots, function);
    }
    for (size_t i = 0; i < unit->global_count; i++)
        oc_ir_collect_from_variable(LLVMGetNamedGlobal(ir->module, unit->globals[i].name), &roots);
    oc_stops_place_on_host(ir, &roots);
}

static bool promote(struct oc_ir *ir, LLVMValueRef function) {
    return LLVMIsDeclaration(function) || oc_ir_has_attribute(function, "optnone") ||
           oc_sanitizers_watch(function) || oc_ir_run_on_function(ir, function, "sroa", NULL);
}

// The front end keeps all variables in memory. Each copy that we make of a kernel, and of what is
// inlined into it, would have them there again: ten times the code, where there are many lane
// functions. Where there is little code, that costs no time, and what is inlined (cpu/inlining.h)
// depends on sizes as the front end makes them.
static bool promote_variables(struct oc_ir *ir, const struct oc_unit *unit) {
    enum { MUCH = 10000 }; // instructions
    struct oc_values functions = {.arena = ir->arena};
    size_t size = 0;
    bool done = true;
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef kernel = LLVMGetNamedFunction(ir->module, unit->kernels[i].name);
        if (!kernel)
            continue;
        oc_values_add(&functions, kernel);
        oc_ir_collect_reachable(kernel, &functions);
    }
    for (size_t i = 0; i < functions.count; i++)
        size += oc_ir_function_size(functions.items[i]);
    for (size_t i = 0; i < functions.count && size > MUCH; i++)
        done = done && promote(ir, functions.items[i]);
    return done;
}

static bool straighten_groups(struct oc_ir *ir) {
    if (!oc_longgroups_are_in(ir))
        return true;
    LLVMTargetMachineRef machine = oc_backend_machine(LLVMGetTarget(ir->module));
    bool done = !machine || oc_longgroups_straighten(ir, machine);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    return done;
}

bool oc_host_build(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded,
                   const struct oc_host_pieces *pieces) {
    bool shares = pieces->blocks && oc_glue_can_share(unit);
    struct oc_cpu_kernel *kernels =
        OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_cpu_kernel);
    bool checks = oc_checks_are_on(ir); // which name lines
    restore_names(ir, unit);
    place_stops(ir, unit);
    if (pieces->lines && !checks)
        LLVMStripModuleDebugInfo(ir->module);
    if (pieces->plain)
        forget_profiles(ir);
    struct oc_loaded known = *loaded;
    struct oc_missed missed = {.ir = ir,
                               .remarks = pieces->explains,
                               .findings = pieces->findings,
                               .veclib = pieces->veclib,
                               .said = {.arena = ir->arena}};
    if ((!checks && !promote_variables(ir, unit)) ||
        (!pieces->images && !known.usage.kernels &&
         !look_at_arrays(ir, unit, pieces, &known.usage)))
        return false;
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (!swap_kernel(ir, &unit->kernels[i], &kernels[i]) ||
            (shares && !take_blocks(ir, &unit->kernels[i])))
            return false;
    define_globals(ir, unit);
    struct oc_values pointed = {.arena = ir->arena};
    if (oc_unit_is_incomplete(unit))
        oc_unlinked_find_addresses(ir, unit, kernels, &pointed);
    if (!(oc_unit_is_incomplete(unit)
              ? oc_unlinked_embed(ir, unit, pieces->codes, pieces->code_count)
          : pieces->images ? oc_images_leave_out(ir, unit)
                           : oc_images_embed(ir, unit, &known)) ||
        !oc_cpu_lower(ir, unit, kernels, &missed))
        return false;
    if (pieces->lines && checks)
        LLVMStripModuleDebugInfo(ir->module);
    if ((pieces->resident && !oc_resident_lower(ir, unit, kernels, pieces->findings)))
        return false;
    make_cheap(ir, unit, kernels, shares);
    oc_minima_compare(ir);
    if (!pieces->explains && !straighten_groups(ir))
        return false;
    if (oc_unit_is_incomplete(unit))
        oc_unlinked_export(ir, unit, &pointed);
    return oc_ir_verify(ir);
}
