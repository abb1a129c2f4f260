#include "base/names.h"
#include "base/text.h"
#include "device/join.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/waits.h"

#include <string.h>

// A list in the module: of functions whose addresses are the host's, and their symbols.
#define HOSTS "offloadcc.hosts"

static void leave_variables(struct oc_ir *ir, const struct oc_unit *members,
                            const struct oc_merged *merged) {
    for (size_t i = 0; i < merged->unit.global_count; i++) {
        const struct oc_origin *origin = &merged->globals[i];
        bool is_static = merged->unit.globals[i].is_static;
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, merged->unit.globals[i].name);
        const char *suffix = is_static ? oc_glue_suffix(ir->arena, &members[origin->member]) : "";
        const char *symbol = oc_arena_printf(ir->arena, "%s%s", origin->name, suffix);
        if (!variable)
            continue;
        LLVMSetInitializer(variable, NULL);
        LLVMSetLinkage(variable, LLVMExternalLinkage);
        LLVMSetVisibility(variable, is_static ? LLVMHiddenVisibility : LLVMDefaultVisibility);
        LLVMSetValueName2(variable, symbol, strlen(symbol));
    }
}

// Of a static function, of which the host's object exports those whose address is taken.
static bool is_suffixed(const char *symbol) {
    return strchr(symbol, '.') != NULL;
}

static bool is_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return true;
    return false;
}

// A function of the joined module, as the host knows it.
struct known {
    LLVMValueRef function;
    const char *symbol; // NULL: it is not the host's
    bool waits;
    bool is_pointed; // what the host has stored may point to it
};

// What waits may be called through a pointer that only the host has stored.
static struct known look_at(const struct oc_unit *unit, const struct oc_waits *waits,
                            LLVMValueRef function) {
    unsigned length, kind = (unsigned)strlen(OC_WAITS_ADDRESS);
    LLVMAttributeRef attribute =
        LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, OC_WAITS_ADDRESS, kind);
    struct known known = {
        .function = function,
        .symbol = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL,
        .waits = oc_values_contain(&waits->functions, function),
    };
    known.is_pointed =
        known.symbol && !LLVMIsDeclaration(function) && !is_kernel(unit, oc_ir_name(function)) &&
        (oc_annotations_address_is_taken(function) || (!is_suffixed(known.symbol) && known.waits));
    return known;
}

static void collect_functions(struct oc_ir *ir, struct oc_values *out) {
    OC_EACH_FUNCTION (function, ir->module) {
        oc_values_add(out, function);
    }
}

// ---- Addresses ---------------------------------------------------------------------------------

// While code is optimised such a function is itself, so that calls by pointers can become direct.
static void note_address(struct oc_ir *ir, LLVMValueRef function, const char *symbol) {
    LLVMMetadataRef pair[] = {LLVMValueAsMetadata(function),
                              LLVMMDStringInContext2(ir->context, symbol, strlen(symbol))};
    LLVMAddNamedMetadataOperand(
        ir->module, HOSTS,
        LLVMMetadataAsValue(ir->context, LLVMMDNodeInContext2(ir->context, pair, 2)));
}

static void note_addresses(struct oc_ir *ir, const struct oc_unit *unit) {
    struct oc_values functions = {.arena = ir->arena};
    struct oc_waits waits;
    oc_waits_find(ir, &waits);
    collect_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct known known = look_at(unit, &waits, functions.items[i]);
        if (known.is_pointed)
            note_address(ir, known.function, known.symbol);
        if (known.is_pointed && known.waits)
            oc_ir_keep(ir, known.function);
        else if (known.symbol)
            LLVMRemoveStringAttributeAtIndex(known.function, LLVMAttributeFunctionIndex,
                                             OC_WAITS_ADDRESS, (unsigned)strlen(OC_WAITS_ADDRESS));
    }
}

static void collect_direct_calls(LLVMValueRef function, struct oc_values *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (oc_ir_is_call(user) && oc_ir_callee(user) == function && !oc_values_contain(out, user))
            oc_values_add(out, user);
    }
}

// All uses but calls are of the host's function.
static void use_hosts_address(struct oc_ir *ir, LLVMValueRef function, const char *symbol) {
    struct oc_values calls = {.arena = ir->arena};
    const char *own = oc_arena_printf(ir->arena, "%s.joined", oc_ir_name(function));
    collect_direct_calls(function, &calls);
    LLVMSetValueName2(function, own, strlen(own));
    LLVMValueRef hosts = LLVMAddFunction(ir->module, symbol, LLVMGlobalGetValueType(function));
    LLVMSetVisibility(hosts, is_suffixed(symbol) ? LLVMHiddenVisibility : LLVMDefaultVisibility);
    LLVMReplaceAllUsesWith(function, hosts);
    for (size_t i = 0; i < calls.count; i++)
        LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, function);
}

void oc_join_use_hosts_addresses(struct oc_ir *ir) {
    unsigned count = LLVMGetNamedMetadataNumOperands(ir->module, HOSTS), length;
    LLVMValueRef *pairs = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef), pair[2];
    LLVMGetNamedMetadataOperands(ir->module, HOSTS, pairs);
    for (unsigned i = 0; i < count; i++) {
        LLVMGetMDNodeOperands(pairs[i], pair);
        if (pair[0]) // else nothing uses the function any more
            use_hosts_address(ir, pair[0], LLVMGetMDString(pair[1], &length));
    }
}

// ---- All together ------------------------------------------------------------------------------

// A pointer may point to a function that is only in the host's objects. The glue's own pointers do
// not.
static bool calls_by_pointer(LLVMValueRef function) {
    if (oc_starts_with(oc_ir_name(function), OC_NAME_PREFIX))
        return false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_ir_is_call(instruction) && oc_ir_is_pointer_call(instruction))
                return true;
    return false;
}

bool oc_join_needs_host(struct oc_ir *ir, const struct oc_merged *merged) {
    struct oc_values functions = {.arena = ir->arena};
    struct oc_waits waits;
    bool needs = merged->unit.global_count > 0;
    oc_waits_find(ir, &waits);
    collect_functions(ir, &functions);
    for (size_t i = 0; i < functions.count && !needs; i++)
        needs = look_at(&merged->unit, &waits, functions.items[i]).is_pointed ||
                calls_by_pointer(functions.items[i]);
    return needs;
}

void oc_join_without_host(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, OC_WAITS_ADDRESS,
                                         (unsigned)strlen(OC_WAITS_ADDRESS));
    }
}

void oc_join_with_host(struct oc_ir *ir, const struct oc_unit *members,
                       const struct oc_merged *merged) {
    note_addresses(ir, &merged->unit);
    leave_variables(ir, members, merged);
}
