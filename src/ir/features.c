#include "ir/features.h"

#include <string.h>

static const char *text_of(LLVMValueRef function, const char *name, unsigned *length) {
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                                               name, (unsigned)strlen(name));
    *length = 0;
    return attribute ? LLVMGetStringAttributeValue(attribute, length) : NULL;
}

void oc_features_add(struct oc_ir *ir, LLVMValueRef function, const char *feature) {
    static const char name[] = "target-features";
    unsigned length;
    const char *before = text_of(function, name, &length);
    const char *features = oc_arena_printf(ir->arena, "%.*s%s%s", (int)length, before ? before : "",
                                           length ? "," : "", feature);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(ir->context, name, sizeof name - 1, features,
                                                      (unsigned)strlen(features)));
}

bool oc_features_tuned_for(LLVMValueRef function, const char *processor) {
    unsigned length;
    const char *name = text_of(function, "tune-cpu", &length);
    if (!name)
        name = text_of(function, "target-cpu", &length);
    return name && length >= strlen(processor) && strncmp(name, processor, strlen(processor)) == 0;
}
