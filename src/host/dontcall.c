#include "host/dontcall.h"

#include <string.h>

static const char *const attributes[] = {"dontcall-error", "dontcall-warn"};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

static LLVMAttributeRef attribute_of(LLVMValueRef function, size_t which) {
    const char *name = attributes[which];
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         name, (unsigned)strlen(name));
}

static bool is_refused(LLVMValueRef function) {
    bool refused = false;
    for (size_t i = 0; i < ATTRIBUTES; i++)
        refused |= attribute_of(function, i) != NULL;
    return refused;
}

// The same declaration, under another name.
static LLVMValueRef declare_renamed(struct oc_ir *ir, LLVMValueRef function, const char *name) {
    LLVMValueRef other = LLVMGetNamedFunction(ir->module, name);
    if (other)
        return other;
    other = LLVMAddFunction(ir->module, name, LLVMGlobalGetValueType(function));
    for (size_t i = 0; i < ATTRIBUTES; i++)
        if (attribute_of(function, i))
            LLVMAddAttributeAtIndex(other, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    attribute_of(function, i));
    return other;
}

static void name_place(struct oc_ir *ir, LLVMValueRef call, LLVMValueRef callee) {
    struct oc_place place = oc_ir_place(ir->arena, call);
    if (!place.file || !LLVMIsDeclaration(callee))
        return;
    const char *name = oc_arena_printf(ir->arena, "%s@%s:%u:%u", oc_ir_name(callee), place.file,
                                       place.line, place.column);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, declare_renamed(ir, callee, name));
}

void oc_dontcall_prepare(struct oc_ir *ir, bool places) {
    static const char number[] = "srcloc";
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, number, sizeof number - 1);
    // Nothing is said of calls without a number. To clang, this one is no place.
    LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(ir->context), 1, false);
    LLVMMetadataRef number_one = LLVMValueAsMetadata(one);
    LLVMValueRef no_place =
        LLVMMetadataAsValue(ir->context, LLVMMDNodeInContext2(ir->context, &number_one, 1));
    struct oc_values calls = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module)
        oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = oc_ir_callee(call);
        if (!callee || !is_refused(callee))
            continue;
        LLVMSetMetadata(call, kind, no_place);
        if (places)
            name_place(ir, call, callee);
    }
}
