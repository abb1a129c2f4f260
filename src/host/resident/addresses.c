#include "host/resident/addresses.h"

#include "base/text.h"
#include "host/resident/touched.h"

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static bool is_lifetime_start(LLVMValueRef user) {
    return oc_ir_is_call(user) && oc_starts_with(oc_ir_callee_name(user), "llvm.lifetime.start");
}

static void follow(struct oc_addresses *to, LLVMValueRef value) {
    if (oc_map_get(&to->known, value, NULL))
        return;
    oc_map_set(&to->known, value, true);
    oc_values_add(&to->values, value);
}

static bool is_by_value(LLVMValueRef call, unsigned argument) {
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    return LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
}

static void pass(struct oc_addresses *to, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef callee = oc_ir_callee(call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        if (LLVMGetOperand(call, i) != address)
            continue;
        if (is_by_value(call, i) || i >= LLVMCountParams(callee))
            to->escapes = true;
        else
            follow(to, LLVMGetParam(callee, i));
    }
}

// What a function that is seen returns.
static void give_back(struct oc_addresses *to, LLVMValueRef function) {
    if (oc_flow_find(to->flow, function)->is_open) {
        to->escapes = true;
        return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        follow(to, LLVMGetUser(use));
}

static void touch(struct oc_addresses *to, LLVMValueRef call, LLVMValueRef address) {
    struct oc_touched accesses[OC_MOST_ACCESSES];
    unsigned count = oc_touched_by(to->flow, call, accesses);
    bool is_touched = false;
    for (unsigned i = 0; i < count && count <= OC_MOST_ACCESSES; i++) {
        if (accesses[i].pointer != address)
            continue;
        is_touched = true;
        to->is_written |=
            accesses[i].kind == OC_TOUCH_WRITE || accesses[i].kind == OC_TOUCH_OVERWRITE;
    }
    to->escapes |= !is_touched; // printf("%p"), which somebody may read
}

static void use_in_call(struct oc_addresses *to, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef callee = oc_ir_callee(call);
    bool returns = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
    switch (oc_flow_event(to->flow, call)) {
    case OC_EVENT_LAUNCH:
        // A struct by value is copied.
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            to->is_launched |= LLVMGetOperand(call, i) == address && !is_by_value(call, i);
        return;
    case OC_EVENT_SEEN:
        pass(to, call, address);
        return;
    case OC_EVENT_END:
        return;
    case OC_EVENT_NONE:
        to->escapes |=
            !oc_flow_is_configuration(call) && (!callee || !LLVMGetIntrinsicID(callee) || returns);
        return;
    case OC_EVENT_ACCESS:
        touch(to, call, address);
        to->escapes |= returns && LLVMGetFirstUse(call);
        return;
    default:
        to->escapes = true;
    }
}

bool oc_addresses_is_variable(const struct oc_flow *flow, LLVMValueRef variable) {
    bool is_own = LLVMIsAAllocaInst(variable) ||
                  (LLVMIsAGlobalVariable(variable) && !LLVMIsDeclaration(variable) &&
                   (LLVMGetLinkage(variable) == LLVMInternalLinkage ||
                    LLVMGetLinkage(variable) == LLVMPrivateLinkage) &&
                   !LLVMIsThreadLocal(variable) && LLVMIsNull(LLVMGetInitializer(variable)));
    for (LLVMUseRef each = LLVMGetFirstUse(variable); each && is_own; each = LLVMGetNextUse(each)) {
        LLVMValueRef user = LLVMGetUser(each);
        bool is_load = LLVMIsALoadInst(user), is_store = LLVMIsAStoreInst(user);
        LLVMTypeRef type = is_store ? LLVMTypeOf(LLVMGetOperand(user, 0)) : LLVMTypeOf(user);
        if (oc_flow_event(flow, user) == OC_EVENT_END || is_lifetime_start(user))
            continue;
        is_own = (is_load || (is_store && LLVMGetOperand(user, 0) != variable)) &&
                 LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
                 oc_flow_event(flow, user) == OC_EVENT_ACCESS &&
                 oc_flow_find(flow, function_of(user));
    }
    return is_own;
}

// An address that is stored comes out of the variable again.
static void keep(struct oc_addresses *to, LLVMValueRef variable) {
    if (!oc_addresses_is_variable(to->flow, variable)) {
        to->escapes = true;
        return;
    }
    to->is_kept |= LLVMIsAGlobalVariable(variable) != NULL;
    for (LLVMUseRef each = LLVMGetFirstUse(variable); each; each = LLVMGetNextUse(each))
        if (LLVMIsALoadInst(LLVMGetUser(each)))
            follow(to, LLVMGetUser(each));
}

static void use(struct oc_addresses *to, LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr) {
        follow(to, user);
        return;
    }
    if (!LLVMIsAInstruction(user) || !oc_flow_find(to->flow, function_of(user))) {
        to->escapes = true;
        return;
    }
    oc_values_add(&to->users, function_of(user));
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        to->escapes |= oc_flow_event(to->flow, user) != OC_EVENT_ACCESS;
        break;
    case LLVMStore:
        to->escapes |= oc_flow_event(to->flow, user) != OC_EVENT_ACCESS;
        if (LLVMGetOperand(user, 0) == address)
            keep(to, LLVMGetOperand(user, 1));
        else
            to->is_written = true;
        break;
    case LLVMICmp:
        break;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
        follow(to, user);
        break;
    case LLVMRet:
        give_back(to, function_of(user));
        break;
    case LLVMCall:
    case LLVMInvoke:
        use_in_call(to, user, address);
        break;
    default:
        to->escapes = true;
    }
}

void oc_addresses_follow(const struct oc_flow *flow, struct oc_arena *arena, LLVMValueRef object,
                         struct oc_addresses *out) {
    *out = (struct oc_addresses){.flow = flow,
                                 .known = {.arena = arena},
                                 .values = {.arena = arena},
                                 .users = {.arena = arena}};
    follow(out, object);
    for (size_t i = 0; i < out->values.count && !out->escapes; i++) {
        LLVMValueRef value = out->values.items[i];
        for (LLVMUseRef each = LLVMGetFirstUse(value); each; each = LLVMGetNextUse(each))
            use(out, LLVMGetUser(each), value);
    }
}
