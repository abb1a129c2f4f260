#include "host/resident/enclosed.h"

#include "base/names.h"
#include "host/resident/addresses.h"
#include "host/resident/objects.h"

#include <string.h>

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static bool is_local(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

// ---- Objects ------------------------------------------------------------------------------------

// Finds the functions that run only while main does: main, if nothing here calls it, and those that
// only such functions call.
static void find_parts_of_main(const struct oc_flow *flow, struct oc_map *out) {
    for (size_t i = 0; i < flow->count; i++) {
        LLVMValueRef function = flow->functions[i].function;
        bool is_main = strcmp(oc_ir_name(function), "main") == 0 && !LLVMGetFirstUse(function);
        oc_map_set(out, function, is_main || !flow->functions[i].is_open);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < flow->count; i++) {
            LLVMValueRef function = flow->functions[i].function;
            size_t is_part = false, is_callers;
            oc_map_get(out, function, &is_part);
            for (LLVMUseRef use = LLVMGetFirstUse(function); use && is_part;
                 use = LLVMGetNextUse(use))
                if (!oc_map_get(out, function_of(LLVMGetUser(use)), &is_callers) || !is_callers) {
                    oc_map_set(out, function, is_part = false);
                    changed = true;
                }
        }
    }
}

static bool are_all_in(const struct oc_values *values, const struct oc_map *map) {
    for (size_t i = 0; i < values->count; i++) {
        size_t value;
        if (!oc_map_get(map, values->items[i], &value) || !value)
            return false;
    }
    return true;
}

enum object {
    OTHER,
    VARIABLE,
    THREAD_LOCAL,
    LOCAL,
    EMPTY_ALLOCATION, // of malloc: without values
    ZERO_ALLOCATION,  // of calloc
};

static enum object kind_of(const struct oc_flow *flow, LLVMValueRef value) {
    if (LLVMIsAGlobalVariable(value)) {
        const char *section = LLVMGetSection(value); // whose beginning has a symbol
        if (section && *section)
            return OTHER;
        if (LLVMIsDeclaration(value) || !is_local(value) || LLVMIsGlobalConstant(value))
            return OTHER;
        return LLVMIsThreadLocal(value) ? THREAD_LOCAL : VARIABLE;
    }
    if (LLVMIsAAllocaInst(value))
        return LOCAL;
    if (!oc_ir_is_call(value) || oc_flow_event(flow, value) == OC_EVENT_SEEN)
        return OTHER;
    const char *name = oc_ir_callee_name(value);
    if (oc_flow_event(flow, value) == OC_EVENT_ACCESS &&
        (strcmp(name, "malloc") == 0 || strcmp(name, "aligned_alloc") == 0 ||
         strcmp(name, OC_NAME_ROOM) == 0))
        return EMPTY_ALLOCATION;
    if (oc_flow_event(flow, value) == OC_EVENT_ACCESS && strcmp(name, "calloc") == 0)
        return ZERO_ALLOCATION;
    return OTHER;
}

static void read_object(struct oc_enclosed *enclosed, LLVMValueRef value,
                        const struct oc_map *parts_of_main) {
    struct oc_arena scratch = {0};
    struct oc_addresses to;
    enum object kind = kind_of(enclosed->flow, value);
    if (kind == OTHER)
        return;
    oc_addresses_follow(enclosed->flow, &scratch, value, &to);
    oc_map_set(enclosed->flow->launched, value, to.escapes || to.is_launched);
    bool is_enclosed = !to.escapes && to.is_launched && kind != LOCAL && kind != THREAD_LOCAL &&
                       ((kind != VARIABLE && !to.is_kept) || are_all_in(&to.users, parts_of_main));
    bool is_unwritten = !to.escapes && to.is_launched && !to.is_written;
    bool is_fresh = is_unwritten && (kind == LOCAL || kind == EMPTY_ALLOCATION);
    bool is_zero = is_unwritten && (kind == ZERO_ALLOCATION ||
                                    (kind == VARIABLE && LLVMIsNull(LLVMGetInitializer(value))));
    oc_map_set(&enclosed->objects, value,
               (is_enclosed ? OC_FACT_ENCLOSED : 0u) | (is_fresh ? OC_FACT_FRESH : 0u) |
                   (is_zero ? OC_FACT_ZERO : 0u));
    for (size_t i = 0; i < to.values.count && is_enclosed; i++)
        oc_map_set(&enclosed->addresses, to.values.items[i], true);
    for (size_t i = 0; i < to.users.count && is_enclosed; i++)
        oc_map_set(&enclosed->users, to.users.items[i], true);
    oc_arena_release(&scratch);
}

void oc_enclosed_read(const struct oc_flow *flow, struct oc_enclosed *out) {
    struct oc_arena *arena = flow->ir->arena;
    struct oc_map parts_of_main = {.arena = arena};
    *out = (struct oc_enclosed){.flow = flow,
                                .objects = {.arena = arena},
                                .addresses = {.arena = arena},
                                .users = {.arena = arena}};
    find_parts_of_main(flow, &parts_of_main);
    for (LLVMValueRef global = LLVMGetFirstGlobal(flow->ir->module); global;
         global = LLVMGetNextGlobal(global))
        read_object(out, global, &parts_of_main);
    for (size_t i = 0; i < flow->count; i++)
        OC_EACH_BLOCK (block, flow->functions[i].function)
            OC_EACH_INSTRUCTION (instruction, block) {
                read_object(out, instruction, &parts_of_main);
            }
}

// ---- Questions ----------------------------------------------------------------------------------

static unsigned facts(const struct oc_enclosed *enclosed, LLVMValueRef value, struct oc_map *asked);

static unsigned facts_of_argument(const struct oc_enclosed *enclosed, LLVMValueRef parameter,
                                  struct oc_map *asked) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    const struct oc_seen *seen = oc_flow_find(enclosed->flow, function);
    unsigned index = oc_ir_parameter_number(parameter), all = ~0u;
    if (!seen || seen->is_open)
        return 0;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && all; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        all &= index < LLVMGetNumArgOperands(call)
                   ? facts(enclosed, LLVMGetOperand(call, index), asked)
                   : 0;
    }
    return all;
}

static unsigned facts_of_result(const struct oc_enclosed *enclosed, LLVMValueRef call,
                                struct oc_map *asked) {
    unsigned all = ~0u;
    if (oc_flow_event(enclosed->flow, call) != OC_EVENT_SEEN)
        return 0;
    OC_EACH_BLOCK (block, oc_ir_callee(call)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (LLVMIsAReturnInst(last) && LLVMGetNumOperands(last) == 1)
            all &= facts(enclosed, LLVMGetOperand(last, 0), asked);
    }
    return all;
}

// What was stored in a variable, but for null.
static unsigned facts_of_variable(const struct oc_enclosed *enclosed, LLVMValueRef variable,
                                  struct oc_map *asked) {
    unsigned all = ~0u;
    if (!oc_addresses_is_variable(enclosed->flow, variable))
        return 0;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && all; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && !LLVMIsNull(LLVMGetOperand(user, 0)))
            all &= facts(enclosed, LLVMGetOperand(user, 0), asked);
    }
    return all;
}

static unsigned facts(const struct oc_enclosed *enclosed, LLVMValueRef value,
                      struct oc_map *asked) {
    size_t known;
    unsigned all = ~0u;
    value = oc_object_of(value);
    if (oc_map_get(&enclosed->objects, value, &known))
        return (unsigned)known;
    if (oc_map_get(asked, value, NULL))
        return all; // what the others say
    oc_map_set(asked, value, true);
    if (LLVMIsAArgument(value))
        return facts_of_argument(enclosed, value, asked);
    if (oc_ir_is_call(value))
        return facts_of_result(enclosed, value, asked);
    if (LLVMIsASelectInst(value))
        return facts(enclosed, LLVMGetOperand(value, 1), asked) &
               facts(enclosed, LLVMGetOperand(value, 2), asked);
    if (LLVMIsALoadInst(value))
        return facts_of_variable(enclosed, LLVMGetOperand(value, 0), asked);
    if (!LLVMIsAPHINode(value))
        return 0;
    for (unsigned i = 0; i < LLVMCountIncoming(value) && all; i++)
        all &= facts(enclosed, LLVMGetIncomingValue(value, i), asked);
    return all;
}

unsigned oc_enclosed_facts(const struct oc_enclosed *enclosed, LLVMValueRef address) {
    struct oc_arena scratch = {0};
    struct oc_map asked = {.arena = &scratch};
    unsigned all = facts(enclosed, address, &asked);
    oc_arena_release(&scratch);
    return all == ~0u ? 0 : all;
}

bool oc_enclosed_has(const struct oc_enclosed *enclosed, LLVMValueRef address) {
    return oc_map_get(&enclosed->addresses, address, NULL);
}

bool oc_enclosed_is_used_by(const struct oc_enclosed *enclosed, LLVMValueRef function) {
    return oc_map_get(&enclosed->users, function, NULL);
}
