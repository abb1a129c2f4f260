#include "device/formats.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

// The variable that a constant address is the beginning of, or NULL.
static LLVMValueRef variable_of(LLVMValueRef address) {
    while (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMAddrSpaceCast)
        address = LLVMGetOperand(address, 0);
    return LLVMIsAGlobalVariable(address) && LLVMIsGlobalConstant(address) ? address : NULL;
}

// Its text, in the arena; NULL if it is not known.
static char *text_of(struct oc_ir *ir, LLVMValueRef variable) {
    LLVMValueRef value = variable ? LLVMGetInitializer(variable) : NULL;
    size_t length;
    if (!value || !LLVMIsAConstantDataSequential(value) || !LLVMIsConstantString(value))
        return NULL;
    const char *text = LLVMGetAsString(value, &length);
    return oc_arena_strndup(ir->arena, text, length);
}

// Makes l of j, t and z. Returns whether there is something else that only our snprintf knows.
static bool simplify(char *format, bool *changed) {
    bool is_rich = false;
    for (char *at = format; (at = strchr(at, '%'));) {
        at++;
        size_t flags = strspn(at, "-+ #0123456789.*'$");
        is_rich |= memchr(at, '$', flags) || memchr(at, '\'', flags);
        at += flags;
        if (*at && strchr("jtz", *at)) {
            *at = 'l';
            *changed = true;
        }
        size_t size = strspn(at, "hlLq");
        is_rich |= *at == 'h'; // libomptarget does not convert the argument
        at += size;
        is_rich |= *at && (strchr("bBnmSC", *at) || (size > 0 && strchr("sc", *at)));
        at += *at != 0;
    }
    return is_rich;
}

// A call gets the address of the other text in place of that of `variable`.
static void replace_format(struct oc_ir *ir, LLVMValueRef call, LLVMValueRef variable,
                           const char *format) {
    unsigned length = (unsigned)strlen(format);
    LLVMValueRef text = LLVMConstStringInContext2(ir->context, format, length, false);
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(variable));
    LLVMValueRef other = LLVMAddGlobalInAddressSpace(ir->module, LLVMTypeOf(text), "", space);
    LLVMSetInitializer(other, text);
    LLVMSetGlobalConstant(other, true);
    LLVMSetLinkage(other, LLVMPrivateLinkage);
    LLVMSetAlignment(other, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
    LLVMSetOperand(call, 0,
                   LLVMTypeOf(other) == type ? other : LLVMConstAddrSpaceCast(other, type));
}

static LLVMValueRef declare_ours(struct oc_ir *ir, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, OC_NAME_PRINT_FORMATTED);
    return function ? function : LLVMAddFunction(ir->module, OC_NAME_PRINT_FORMATTED, type);
}

static void choose(struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef variable = variable_of(LLVMGetOperand(call, 0));
    char *format = text_of(ir, variable);
    bool changed = false;
    bool is_rich = format && simplify(format, &changed);
    if (is_rich)
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1,
                       declare_ours(ir, LLVMGetCalledFunctionType(call)));
    if (changed)
        replace_format(ir, call, variable, format);
}

void oc_formats_choose(struct oc_ir *ir) {
    // What clang calls for NVIDIA GPUs, and for AMD's.
    static const char *const names[] = {"vprintf", "printf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct oc_values calls = {.arena = ir->arena};
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, names[i]);
        for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
             use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsACallInst(user) && oc_ir_callee(user) == function)
                oc_values_add(&calls, user);
        }
        for (size_t c = 0; c < calls.count; c++)
            choose(ir, calls.items[c]);
    }
}
