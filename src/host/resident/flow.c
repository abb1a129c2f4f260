#include "host/resident/flow.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/names.h"
#include "ir/llvm_shim.h"

#include <llvm-c/Target.h>
#include <string.h>

static bool has_text_attribute(LLVMValueRef function, const char *name) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

// ---- Functions ---------------------------------------------------------------------------------

// Calls that return twice, and those after which nothing can be done.
static bool has_strange_calls(LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!oc_ir_is_call(instruction))
                continue;
            LLVMValueRef callee = oc_ir_callee(instruction);
            if ((LLVMIsACallInst(instruction) &&
                 LLVMGetTailCallKind(instruction) == LLVMTailCallKindMustTail) ||
                (callee && (oc_ir_has_attribute(callee, "returns_twice") ||
                            oc_starts_with(oc_ir_name(callee), "llvm.eh.sjlj"))))
                return true;
        }
    return false;
}

// -finstrument-functions: the program's own functions are called as others begin and end.
static bool is_instrumented(LLVMValueRef function) {
    return has_text_attribute(function, "instrument-function-entry") ||
           has_text_attribute(function, "instrument-function-entry-inlined") ||
           has_text_attribute(function, "instrument-function-exit-inlined");
}

// Whether the code here is what runs where the function is called, and is a function as others are.
static bool is_exact(LLVMValueRef function) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    bool is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    bool is_own =
        linkage == LLVMExternalLinkage &&
        (LLVMGetVisibility(function) != LLVMDefaultVisibility || oc_is_dso_local(function));
    return !LLVMIsDeclaration(function) && (is_local || is_own) &&
           !oc_ir_has_attribute(function, "naked") &&
           !oc_ir_has_attribute(function, "presplitcoroutine") && !has_strange_calls(function) &&
           !is_instrumented(function);
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

// Whether a function can also be called by code that is not seen.
static bool is_open(const struct oc_flow *flow, LLVMValueRef function) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!oc_ir_is_call(user) || oc_ir_callee(user) != function ||
            !oc_flow_find(flow, function_of(user)))
            return true;
    }
    return false;
}

// What kernels run on the CPU, and what the compiler has made.
static void mark_others(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_cpu_kernel *kernels, struct oc_map *others) {
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values reachable = {.arena = ir->arena};
        bool is_made = oc_starts_with(oc_ir_name(function), OC_NAME_PREFIX);
        for (size_t i = 0; i < unit->kernel_count; i++) {
            is_made |= function == kernels[i].launcher;
            if (function == kernels[i].body) {
                oc_map_set(others, function, true);
                oc_ir_collect_reachable(function, &reachable);
            }
        }
        if (is_made)
            oc_map_set(others, function, true);
        if (oc_starts_with(oc_ir_name(function), OC_GLUE_BODY) ||
            oc_starts_with(oc_ir_name(function), OC_GLUE_BLOCKS) ||
            oc_starts_with(oc_ir_name(function), OC_GLUE_FIBRE))
            oc_ir_collect_reachable(function, &reachable);
        for (size_t i = 0; i < reachable.count; i++)
            oc_map_set(others, reachable.items[i], true);
    }
}

static void find_seen(struct oc_flow *flow, const struct oc_unit *unit,
                      const struct oc_cpu_kernel *kernels) {
    struct oc_ir *ir = flow->ir;
    struct oc_map others = {.arena = ir->arena};
    size_t all = 0;
    mark_others(ir, unit, kernels, &others);
    OC_EACH_FUNCTION (function, ir->module) {
        all++;
    }
    flow->functions = OC_NEW_ARRAY(ir->arena, all, struct oc_seen);
    OC_EACH_FUNCTION (function, ir->module) {
        if (oc_map_get(&others, function, NULL) || !is_exact(function))
            continue;
        oc_map_set(&flow->numbers, function, flow->count);
        flow->functions[flow->count++] = (struct oc_seen){.function = function};
    }
    for (size_t i = 0; i < flow->count; i++)
        flow->functions[i].is_open = is_open(flow, flow->functions[i].function);
}

struct oc_seen *oc_flow_find(const struct oc_flow *flow, LLVMValueRef function) {
    size_t number;
    return function && oc_map_get(&flow->numbers, function, &number) ? &flow->functions[number]
                                                                     : NULL;
}

// ---- Events ------------------------------------------------------------------------------------

bool oc_flow_is_configuration(LLVMValueRef call) {
    return oc_starts_with(oc_ir_callee_name(call), OC_NAME_CONFIGURE);
}

LLVMValueRef oc_flow_configuration(LLVMValueRef instruction) {
    if (!oc_ir_is_call(instruction))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    return LLVMIsACallInst(callee) && oc_flow_is_configuration(callee) ? callee : NULL;
}

static bool is_intrinsic(const char *name, const char *const *known, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (oc_starts_with(name, known[i]))
            return true;
    return false;
}

static bool is_without_memory(LLVMValueRef call) {
    static const char name[] = "memory";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMValueRef callee = oc_ir_callee(call);
    LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    if (!attribute && callee)
        attribute = LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind);
    return attribute && LLVMGetEnumAttributeValue(attribute) == 0;
}

static enum oc_event_kind intrinsic_event(LLVMValueRef call, const char *name) {
    static const char *const copies[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.memset."};
    static const char *const harmless[] = {"llvm.dbg.",
                                           "llvm.lifetime.start",
                                           "llvm.assume",
                                           "llvm.expect",
                                           "llvm.va_",
                                           "llvm.stacksave",
                                           "llvm.prefetch",
                                           "llvm.invariant.",
                                           "llvm.trap",
                                           "llvm.ubsantrap",
                                           "llvm.annotation.",
                                           "llvm.var.annotation",
                                           "llvm.ptr.annotation",
                                           "llvm.experimental.noalias.scope.decl",
                                           "llvm.fake.use",
                                           "llvm.objectsize",
                                           "llvm.is.constant",
                                           "llvm.donothing",
                                           "llvm.pseudoprobe"};
    if (oc_starts_with(name, "llvm.lifetime.end"))
        return OC_EVENT_END;
    if (is_intrinsic(name, copies, sizeof copies / sizeof *copies))
        return OC_EVENT_ACCESS;
    if (is_intrinsic(name, harmless, sizeof harmless / sizeof *harmless) || is_without_memory(call))
        return OC_EVENT_NONE;
    return OC_EVENT_UNSEEN;
}

// Assembly that has no memory among its operands, and does not say that it changes memory.
static bool is_harmless_assembly(LLVMValueRef value) {
    size_t length;
    const char *constraints = LLVMGetInlineAsmConstraintString(value, &length);
    return !memmem(constraints, length, "~{memory}", 9) && !memchr(constraints, '*', length);
}

// offload.h's functions for data: the runtime looks after what they touch.
static bool is_of_data(const char *name) {
    static const char *const names[] = {OC_NAME_CONFIGURE, OC_NAME_BEGIN_DATA, OC_NAME_ENTER_DATA,
                                        OC_NAME_EXIT_DATA, OC_NAME_END_DATA,   OC_NAME_UPDATE,
                                        OC_NAME_MALLOC,    OC_NAME_FREE,       OC_NAME_WITHIN,
                                        OC_NAME_BEYOND};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(name, names[i]))
            return true;
    return false;
}

// Whether a call is of the C library's function of that name: -fno-builtin and -ffreestanding say
// that it may be another.
static bool is_library_function(const struct oc_flow *flow, LLVMValueRef call,
                                LLVMValueRef callee) {
    const char *name = oc_ir_name(callee);
    if (!LLVMIsDeclaration(callee) || !oc_known_call(name))
        return false;
    LLVMValueRef caller = function_of(call);
    struct oc_text attribute = {.arena = flow->ir->arena};
    oc_text_printf(&attribute, "no-builtin-%s", name);
    return oc_known_call_is_certain(oc_known_call(name), call) &&
           !has_text_attribute(caller, "no-builtins") &&
           !has_text_attribute(caller, attribute.data);
}

static enum oc_event_kind call_event(const struct oc_flow *flow, LLVMValueRef call) {
    LLVMValueRef value = LLVMGetCalledValue(call), callee = oc_ir_callee(call);
    if (oc_flow_configuration(call))
        return OC_EVENT_LAUNCH;
    if (LLVMIsAInlineAsm(value))
        return is_harmless_assembly(value) ? OC_EVENT_NONE : OC_EVENT_UNSEEN;
    if (!callee)
        return OC_EVENT_UNSEEN;
    const char *name = oc_ir_name(callee);
    if (LLVMGetIntrinsicID(callee))
        return intrinsic_event(call, name);
    if (oc_flow_find(flow, callee))
        return OC_EVENT_SEEN;
    // A plain call of a kernel runs one thread; the runtime brings back what that has written.
    if (oc_map_get(&flow->launchers, callee, NULL) || is_of_data(name))
        return OC_EVENT_NONE;
    if (is_library_function(flow, call, callee))
        return OC_EVENT_ACCESS;
    return is_without_memory(call) ? OC_EVENT_NONE : OC_EVENT_UNSEEN;
}

enum oc_event_kind oc_flow_event(const struct oc_flow *flow, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        return LLVMGetVolatile(instruction) ||
                       LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic
                   ? OC_EVENT_UNSEEN
                   : OC_EVENT_ACCESS;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
        return OC_EVENT_UNSEEN;
    case LLVMRet:
    case LLVMResume:
        return OC_EVENT_RETURN;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        return call_event(flow, instruction);
    default:
        return OC_EVENT_NONE;
    }
}

// ---- The flow ----------------------------------------------------------------------------------

bool oc_flow_after(const struct oc_flow *flow, LLVMValueRef instruction, bool before) {
    switch (oc_flow_event(flow, instruction)) {
    case OC_EVENT_LAUNCH:
        return true;
    case OC_EVENT_SEEN:
        return oc_flow_find(flow, oc_ir_callee(instruction))->leaves[before];
    case OC_EVENT_UNSEEN:
        return false;
    default:
        return before;
    }
}

bool oc_flow_returns_all(const struct oc_seen *seen) {
    return seen->is_open && seen->launches;
}

bool oc_flow_makes(const struct oc_flow *flow, LLVMValueRef instruction) {
    enum oc_event_kind kind = oc_flow_event(flow, instruction);
    return kind == OC_EVENT_LAUNCH ||
           (kind == OC_EVENT_SEEN && oc_flow_find(flow, oc_ir_callee(instruction))->launches);
}

bool *oc_flow_blocks(const struct oc_flow *flow, const struct oc_paths *paths, bool entered) {
    bool *begins = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    begins[0] = entered;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = 0; b < paths->count; b++) {
            bool out = begins[b];
            OC_EACH_INSTRUCTION (instruction, paths->blocks[b]) {
                out = oc_flow_after(flow, instruction, out);
            }
            for (size_t n = 0; out && n < paths->next_count[b]; n++) {
                bool *next = &begins[paths->next[b][n]];
                changed |= !*next;
                *next = true;
            }
        }
    }
    return begins;
}

static struct oc_seen *find_caller(const struct oc_flow *flow, LLVMUseRef use) {
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsAInstruction(user) ? oc_flow_find(flow, function_of(user)) : NULL;
}

// The functions that call one after which arrays may be out.
static void note_callers(struct oc_flow *flow, LLVMValueRef callee) {
    for (LLVMUseRef use = LLVMGetFirstUse(callee); use; use = LLVMGetNextUse(use)) {
        struct oc_seen *caller = find_caller(flow, use);
        if (caller)
            caller->makes = true;
    }
}

// The functions that call one that launches, and those that call them.
static void note_launchers(struct oc_flow *flow, LLVMValueRef callee) {
    for (LLVMUseRef use = LLVMGetFirstUse(callee); use; use = LLVMGetNextUse(use)) {
        struct oc_seen *caller = find_caller(flow, use);
        if (!caller || caller->launches)
            continue;
        caller->launches = true;
        note_launchers(flow, caller->function);
    }
}

// What a function does if arrays are out when it is called, or none is. Returns whether that is
// news.
static bool summarise(struct oc_flow *flow, struct oc_seen *seen, bool entered) {
    struct oc_arena scratch = {0};
    struct oc_paths paths;
    oc_paths_read(&scratch, seen->function, &paths);
    bool *begins = oc_flow_blocks(flow, &paths, entered), changed = false;
    for (size_t b = 0; b < paths.count; b++) {
        bool out = begins[b];
        OC_EACH_INSTRUCTION (instruction, paths.blocks[b]) {
            enum oc_event_kind kind = oc_flow_event(flow, instruction);
            struct oc_seen *callee =
                kind == OC_EVENT_SEEN ? oc_flow_find(flow, oc_ir_callee(instruction)) : NULL;
            if (callee && out && !callee->is_entered)
                changed = callee->is_entered = true;
            if (kind == OC_EVENT_RETURN && out && !oc_flow_returns_all(seen) &&
                !seen->leaves[entered]) {
                changed = seen->leaves[entered] = true;
                if (!entered)
                    note_callers(flow, seen->function);
            }
            out = oc_flow_after(flow, instruction, out);
        }
    }
    oc_arena_release(&scratch);
    return changed;
}

static void find_launches(struct oc_flow *flow) {
    OC_EACH_FUNCTION (function, flow->ir->module) {
        if (!oc_starts_with(oc_ir_name(function), OC_NAME_CONFIGURE))
            continue;
        note_callers(flow, function);
        note_launchers(flow, function);
    }
}

void oc_flow_read(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_cpu_kernel *kernels,
                  struct oc_flow *out) {
    *out = (struct oc_flow){.ir = ir,
                            .layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(ir->module)),
                            .launchers = {.arena = ir->arena},
                            .numbers = {.arena = ir->arena}};
    out->launched = OC_NEW(ir->arena, struct oc_map);
    out->launched->arena = ir->arena;
    for (size_t i = 0; i < unit->kernel_count; i++)
        oc_map_set(&out->launchers, kernels[i].launcher, true);
    find_seen(out, unit, kernels);
    find_launches(out);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < out->count; i++) {
            struct oc_seen *seen = &out->functions[i];
            changed |= seen->makes && summarise(out, seen, false);
            changed |= seen->is_entered && summarise(out, seen, true);
        }
    }
}

void oc_flow_release(struct oc_flow *flow) {
    if (flow->layout)
        LLVMDisposeTargetData(flow->layout);
    flow->layout = NULL;
}

void oc_flow_read_again(struct oc_flow *flow, const struct oc_unit *unit,
                        const struct oc_cpu_kernel *kernels) {
    struct oc_ir *ir = flow->ir;
    oc_flow_release(flow);
    oc_flow_read(ir, unit, kernels, flow);
}
