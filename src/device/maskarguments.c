#include "device/maskarguments.h"

#include "base/map.h"
#include "base/names.h"
#include "device/lanecalls.h"
#include "device/pointercalls.h"

#include <string.h>

// A function that uses lane functions.
struct user {
    LLVMValueRef function;
    bool is_pointed_at; // it may be called through a pointer
    LLVMValueRef told;  // the function with the parameter, or NULL
};

struct users {
    struct oc_edit edit;
    const struct oc_lowering *lowering;
    struct oc_maskarguments *out;
    struct user *items;
    size_t count, capacity;
};

// ---- Which functions ---------------------------------------------------------------------------

static bool is_kernel(const struct users *users, LLVMValueRef function) {
    return LLVMGetFunctionCallConv(function) == users->lowering->entry_convention;
}

static bool is_named_call(LLVMValueRef function, LLVMValueRef user) {
    return oc_ir_only_calls(user, function) && LLVMIsACallInst(user) &&
           LLVMGetCalledFunctionType(user) == LLVMGlobalGetValueType(function);
}

static bool is_pointed_at(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!is_named_call(function, LLVMGetUser(use)))
            return true;
    return false;
}

static struct user *find_user(const struct users *users, LLVMValueRef function) {
    for (size_t i = 0; i < users->count; i++)
        if (users->items[i].function == function)
            return &users->items[i];
    return NULL;
}

// Whether a call through a pointer may call a function.
static bool may_call(LLVMValueRef call, const struct user *user) {
    return LLVMIsACallInst(call) && !oc_ir_callee(call) &&
           !LLVMIsAInlineAsm(LLVMGetCalledValue(call)) && user->is_pointed_at &&
           LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(user->function);
}

static bool uses_lanes(const struct users *users, LLVMValueRef call) {
    if (oc_lanecalls_is_call(call))
        return !oc_lanecalls_has_mask(call);
    LLVMValueRef callee = LLVMIsACallInst(call) ? oc_ir_callee(call) : NULL;
    if (callee)
        return find_user(users, callee) != NULL;
    for (size_t i = 0; i < users->count; i++)
        if (may_call(call, &users->items[i]))
            return true;
    return false;
}

static bool is_user(const struct users *users, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (LLVMIsACallInst(instruction) && uses_lanes(users, instruction))
                return true;
    return false;
}

static void find_users(struct users *users) {
    for (bool changed = true; changed;) {
        changed = false;
        OC_EACH_FUNCTION (function, users->edit.ir->module) {
            if (LLVMIsDeclaration(function) || oc_lanecalls_is_among(function) ||
                is_kernel(users, function) || find_user(users, function) ||
                !is_user(users, function))
                continue;
            users->items = oc_arena_grow(users->edit.ir->arena, users->items, users->count,
                                         &users->capacity, sizeof *users->items);
            users->items[users->count++] =
                (struct user){.function = function, .is_pointed_at = is_pointed_at(function)};
            changed = true;
        }
    }
}

// ---- The parameter -----------------------------------------------------------------------------

typedef unsigned count_fn(LLVMValueRef value, LLVMAttributeIndex index);
typedef void get_fn(LLVMValueRef value, LLVMAttributeIndex index, LLVMAttributeRef *out);
typedef void add_fn(LLVMValueRef value, LLVMAttributeIndex index, LLVMAttributeRef attribute);

// Copies the attributes of a function or a call. The argument number `at` has none; those that
// follow are counted from one more.
static void copy_attributes(struct oc_arena *arena, LLVMValueRef from, LLVMValueRef to,
                            unsigned arguments, unsigned at, count_fn *count, get_fn *get,
                            add_fn *add) {
    for (unsigned i = 0; i < arguments + 2; i++) {
        LLVMAttributeIndex index = i == arguments + 1 ? (unsigned)LLVMAttributeFunctionIndex : i;
        unsigned attributes = count(from, index);
        LLVMAttributeRef *list = OC_NEW_ARRAY(arena, attributes, LLVMAttributeRef);
        if (attributes)
            get(from, index, list);
        for (unsigned a = 0; a < attributes; a++)
            add(to, i <= arguments && i > at ? index + 1 : index, list[a]);
    }
}

static LLVMTypeRef add_parameter(struct users *users, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = OC_NEW_ARRAY(users->edit.ir->arena, count + 1, LLVMTypeRef);
    LLVMGetParamTypes(type, types);
    types[count] = users->edit.i32;
    return LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, LLVMIsFunctionVarArg(type));
}

static void move_body(LLVMValueRef from, LLVMValueRef to) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
    for (unsigned i = 0; i < count; i++)
        LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(entries, i),
                              LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    LLVMGlobalClearMetadata(from);
    for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(from));) {
        LLVMRemoveBasicBlockFromParent(block);
        LLVMAppendExistingBasicBlock(to, block);
    }
    for (unsigned i = 0; i < LLVMCountParams(from); i++) {
        const char *name = oc_ir_name(LLVMGetParam(from, i));
        LLVMSetValueName2(LLVMGetParam(to, i), name, strlen(name));
        LLVMReplaceAllUsesWith(LLVMGetParam(from, i), LLVMGetParam(to, i));
    }
}

static void make_told(struct users *users, struct user *user) {
    struct oc_ir *ir = users->edit.ir;
    LLVMTypeRef type = LLVMGlobalGetValueType(user->function);
    unsigned count = LLVMCountParamTypes(type);
    const char *name = oc_arena_printf(ir->arena, "%s", oc_ir_name(user->function));
    LLVMSetValueName2(user->function, "", 0);
    LLVMValueRef told = LLVMAddFunction(ir->module, name, add_parameter(users, type));
    LLVMSetLinkage(told, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(told, LLVMGetFunctionCallConv(user->function));
    copy_attributes(ir->arena, user->function, told, count, count, LLVMGetAttributeCountAtIndex,
                    LLVMGetAttributesAtIndex, LLVMAddAttributeAtIndex);
    move_body(user->function, told);
    user->told = told;
}

// ---- Calls -------------------------------------------------------------------------------------

// Calls the function with the parameter as `call` calls the one without it.
static LLVMValueRef build_call(struct users *users, LLVMValueRef call, LLVMValueRef told) {
    struct oc_edit *edit = &users->edit;
    LLVMTypeRef type = LLVMGlobalGetValueType(told);
    unsigned count = LLVMGetNumArgOperands(call), at = LLVMCountParamTypes(type) - 1;
    LLVMValueRef *arguments = OC_NEW_ARRAY(edit->ir->arena, count + 1, LLVMValueRef);
    for (unsigned i = 0; i < count; i++)
        arguments[i + (i >= at)] = LLVMGetOperand(call, i);
    arguments[at] = LLVMConstAllOnes(edit->i32);
    LLVMValueRef result = LLVMBuildCall2(edit->builder, type, told, arguments, count + 1, "");
    LLVMSetInstructionCallConv(result, LLVMGetInstructionCallConv(call));
    LLVMSetTailCallKind(result, LLVMGetTailCallKind(call));
    if (LLVMCanValueUseFastMathFlags(call))
        LLVMSetFastMathFlags(result, LLVMGetFastMathFlags(call));
    copy_attributes(edit->ir->arena, call, result, count, at, LLVMGetCallSiteAttributeCount,
                    LLVMGetCallSiteAttributes, LLVMAddCallSiteAttribute);
    return result;
}

static unsigned mask_of(LLVMValueRef call) {
    return LLVMCountParamTypes(LLVMGetCalledFunctionType(call)) - 1;
}

bool oc_maskarguments_is_unset(LLVMValueRef call) {
    LLVMValueRef mask = LLVMGetOperand(call, mask_of(call));
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetSExtValue(mask) == -1;
}

void oc_maskarguments_set(LLVMValueRef call, LLVMValueRef mask) {
    LLVMSetOperand(call, mask_of(call), mask);
}

static void replace_calls(struct users *users, const struct user *user) {
    struct oc_values calls = {.arena = users->edit.ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(user->function); use; use = LLVMGetNextUse(use))
        if (is_named_call(user->function, LLVMGetUser(use)))
            oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; i < calls.count; i++) {
        oc_edit_before(&users->edit, calls.items[i]);
        LLVMReplaceAllUsesWith(calls.items[i], build_call(users, calls.items[i], user->told));
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
}

// What stays at the function's address asks who is there.
static void build_asking(struct users *users, const struct user *user) {
    struct oc_edit *edit = &users->edit;
    LLVMBasicBlockRef entry = oc_edit_append_block(edit, user->function);
    unsigned count = LLVMCountParams(user->function);
    LLVMValueRef *arguments = OC_NEW_ARRAY(edit->ir->arena, count + 1, LLVMValueRef);
    LLVMGetParams(user->function, arguments);
    oc_edit_at_end(edit, entry, NULL);
    arguments[count] = oc_lanecalls_build(edit->ir, edit->builder, OC_NAME_LANE "mask", NULL, 0);
    LLVMTypeRef type = LLVMGlobalGetValueType(user->told);
    LLVMValueRef call = LLVMBuildCall2(edit->builder, type, user->told, arguments, count + 1, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(user->told));
    copy_attributes(edit->ir->arena, user->told, call, count, count, LLVMGetAttributeCountAtIndex,
                    LLVMGetAttributesAtIndex, LLVMAddCallSiteAttribute);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(edit->builder);
    else
        LLVMBuildRet(edit->builder, call);
}

static void call_by_names(struct users *users, LLVMValueRef call) {
    struct oc_edit *edit = &users->edit;
    struct oc_pointercall at = oc_pointercalls_begin(edit, call);
    for (size_t i = 0; i < users->count; i++) {
        const struct user *user = &users->items[i];
        if (!user->told || !may_call(call, user))
            continue;
        oc_pointercalls_compare(edit, &at, user->function);
        oc_pointercalls_end_call(edit, &at, build_call(users, call, user->told));
    }
    LLVMBasicBlockRef last = LLVMGetInstructionParent(call);
    if (at.phi)
        LLVMAddIncoming(at.phi, &call, &last, 1);
}

static void name_calls(struct users *users) {
    struct oc_values calls = {.arena = users->edit.ir->arena};
    OC_EACH_FUNCTION (function, users->edit.ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                for (size_t i = 0; i < users->count; i++)
                    if (users->items[i].told && may_call(instruction, &users->items[i])) {
                        oc_values_add(&calls, instruction);
                        break;
                    }
    for (size_t i = 0; i < calls.count; i++)
        if (LLVMGetTailCallKind(calls.items[i]) != LLVMTailCallKindMustTail)
            call_by_names(users, calls.items[i]);
}

// Only functions of this module have another type, and none of a variable number of arguments that
// the same arguments cannot be passed to.
static bool can_be_told(const struct user *user) {
    return LLVMGetLinkage(user->function) == LLVMInternalLinkage &&
           !(user->is_pointed_at && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(user->function)));
}

void oc_maskarguments_add(struct oc_ir *ir, const struct oc_lowering *lowering,
                          struct oc_maskarguments *out) {
    struct users users = {.edit = oc_edit_begin(ir), .lowering = lowering, .out = out};
    *out = (struct oc_maskarguments){.functions.arena = ir->arena, .masks.arena = ir->arena};
    find_users(&users);
    for (size_t i = 0; i < users.count; i++)
        if (can_be_told(&users.items[i]))
            make_told(&users, &users.items[i]);
    for (size_t i = 0; i < users.count; i++)
        if (users.items[i].told)
            replace_calls(&users, &users.items[i]);
    name_calls(&users);
    for (size_t i = 0; i < users.count; i++) {
        const struct user *user = &users.items[i];
        LLVMValueRef told = user->told;
        oc_values_add(&out->functions, told ? told : user->function);
        oc_values_add(&out->masks, told ? LLVMGetParam(told, LLVMCountParams(told) - 1) : NULL);
        if (told && LLVMGetFirstUse(user->function))
            build_asking(&users, user);
        else if (told)
            LLVMDeleteFunction(user->function);
    }
    oc_edit_end(&users.edit);
}
