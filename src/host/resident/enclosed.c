#include "host/resident/enclosed.h"

#include "host/resident/objects.h"
#include "host/resident/touched.h"

#include <string.h>

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static bool is_local(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

// ---- Where an address goes ----------------------------------------------------------------------

// An object, and the values that may be addresses in it.
struct walk {
    const struct oc_flow *flow;
    struct oc_map known; // of `values`
    struct oc_values values;
    struct oc_values users; // functions
    bool escapes;           // code that is not seen may get an address
    bool is_written;        // by host code
    bool is_launched;       // passed to a launch
};

static void follow(struct walk *walk, LLVMValueRef value) {
    if (oc_map_get(&walk->known, value, NULL))
        return;
    oc_map_set(&walk->known, value, true);
    oc_values_add(&walk->values, value);
}

static bool is_by_value(LLVMValueRef call, unsigned argument) {
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    return LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
}

static void pass(struct walk *walk, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef callee = oc_ir_callee(call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        if (LLVMGetOperand(call, i) != address)
            continue;
        if (is_by_value(call, i) || i >= LLVMCountParams(callee))
            walk->escapes = true;
        else
            follow(walk, LLVMGetParam(callee, i));
    }
}

// What a function that is seen returns.
static void give_back(struct walk *walk, LLVMValueRef function) {
    if (oc_flow_find(walk->flow, function)->is_open) {
        walk->escapes = true;
        return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        follow(walk, LLVMGetUser(use));
}

static void touch(struct walk *walk, LLVMValueRef call, LLVMValueRef address) {
    struct oc_touched accesses[OC_MOST_ACCESSES];
    unsigned count = oc_touched_by(walk->flow, call, accesses);
    walk->escapes |= count > OC_MOST_ACCESSES;
    for (unsigned i = 0; i < count && count <= OC_MOST_ACCESSES; i++)
        walk->is_written |=
            accesses[i].pointer == address &&
            (accesses[i].kind == OC_TOUCH_WRITE || accesses[i].kind == OC_TOUCH_OVERWRITE);
}

static void use_in_call(struct walk *walk, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef callee = oc_ir_callee(call);
    bool returns = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
    switch (oc_flow_event(walk->flow, call)) {
    case OC_EVENT_LAUNCH:
        walk->is_launched = true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            walk->escapes |= is_by_value(call, i);
        return;
    case OC_EVENT_SEEN:
        pass(walk, call, address);
        return;
    case OC_EVENT_END:
        return;
    case OC_EVENT_NONE:
        walk->escapes |= !callee || !LLVMGetIntrinsicID(callee) || returns;
        return;
    case OC_EVENT_ACCESS:
        touch(walk, call, address);
        walk->escapes |= returns && LLVMGetFirstUse(call);
        return;
    default:
        walk->escapes = true;
    }
}

static void use(struct walk *walk, LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr) {
        follow(walk, user);
        return;
    }
    if (!LLVMIsAInstruction(user) || !oc_flow_find(walk->flow, function_of(user))) {
        walk->escapes = true;
        return;
    }
    oc_values_add(&walk->users, function_of(user));
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        walk->escapes |= oc_flow_event(walk->flow, user) != OC_EVENT_ACCESS;
        break;
    case LLVMStore:
        walk->escapes |= LLVMGetOperand(user, 0) == address ||
                         oc_flow_event(walk->flow, user) != OC_EVENT_ACCESS;
        walk->is_written = true;
        break;
    case LLVMICmp:
        break;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
        follow(walk, user);
        break;
    case LLVMRet:
        give_back(walk, function_of(user));
        break;
    case LLVMCall:
    case LLVMInvoke:
        use_in_call(walk, user, address);
        break;
    default:
        walk->escapes = true;
    }
}

static void follow_all(struct walk *walk, LLVMValueRef object) {
    follow(walk, object);
    for (size_t i = 0; i < walk->values.count && !walk->escapes; i++) {
        LLVMValueRef value = walk->values.items[i];
        for (LLVMUseRef each = LLVMGetFirstUse(value); each; each = LLVMGetNextUse(each))
            use(walk, LLVMGetUser(each), value);
    }
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

enum object { OTHER, VARIABLE, LOCAL, ALLOCATION, EMPTY_ALLOCATION };

static enum object kind_of(const struct oc_flow *flow, LLVMValueRef value) {
    static const char noalias[] = "noalias";
    if (LLVMIsAGlobalVariable(value))
        return !LLVMIsDeclaration(value) && is_local(value) && !LLVMIsGlobalConstant(value) &&
                       !LLVMIsThreadLocal(value)
                   ? VARIABLE
                   : OTHER;
    if (LLVMIsAAllocaInst(value))
        return LOCAL;
    if (!oc_ir_is_call(value) || oc_flow_event(flow, value) == OC_EVENT_SEEN)
        return OTHER;
    const char *name = oc_ir_callee_name(value);
    if (oc_flow_event(flow, value) == OC_EVENT_ACCESS &&
        (strcmp(name, "malloc") == 0 || strcmp(name, "aligned_alloc") == 0))
        return EMPTY_ALLOCATION;
    unsigned kind = LLVMGetEnumAttributeKindForName(noalias, sizeof noalias - 1);
    bool is_new = LLVMGetCallSiteEnumAttribute(value, LLVMAttributeReturnIndex, kind) ||
                  (oc_ir_callee(value) && LLVMGetEnumAttributeAtIndex(
                                              oc_ir_callee(value), LLVMAttributeReturnIndex, kind));
    return is_new ? ALLOCATION : OTHER;
}

static void read_object(struct oc_enclosed *enclosed, LLVMValueRef value,
                        const struct oc_map *parts_of_main) {
    struct oc_arena scratch = {0};
    struct walk walk = {.flow = enclosed->flow,
                        .known = {.arena = &scratch},
                        .values = {.arena = &scratch},
                        .users = {.arena = &scratch}};
    enum object kind = kind_of(enclosed->flow, value);
    if (kind == OTHER)
        return;
    follow_all(&walk, value);
    bool is_enclosed = !walk.escapes && walk.is_launched && kind != LOCAL &&
                       (kind != VARIABLE || are_all_in(&walk.users, parts_of_main));
    bool is_fresh = !walk.escapes && walk.is_launched && !walk.is_written &&
                    (kind == LOCAL || kind == EMPTY_ALLOCATION);
    oc_map_set(&enclosed->objects, value,
               (is_enclosed ? OC_FACT_ENCLOSED : 0u) | (is_fresh ? OC_FACT_FRESH : 0u));
    for (size_t i = 0; i < walk.values.count && is_enclosed; i++)
        oc_map_set(&enclosed->addresses, walk.values.items[i], true);
    for (size_t i = 0; i < walk.users.count && is_enclosed; i++)
        oc_map_set(&enclosed->users, walk.users.items[i], true);
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
    unsigned index = 0, all = ~0u;
    if (!seen || seen->is_open)
        return 0;
    while (LLVMGetParam(function, index) != parameter)
        index++;
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
