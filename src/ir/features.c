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

bool oc_features_has(LLVMValueRef function, const char *feature) {
    unsigned length;
    const char *at = text_of(function, "target-features", &length);
    size_t wanted = strlen(feature);
    for (; at && (at = strchr(at, '+')); at++)
        if (strncmp(at + 1, feature, wanted) == 0 && (!at[1 + wanted] || at[1 + wanted] == ','))
            return true;
    return false;
}

// What a function is compiled for, where its user said so: __attribute__((target("avx2"))). And how
// wide its vectors are to be. Without min-legal-vector-width, LLVM takes 512 bits in some code and
// 256 in other code. Then a load of 512 bits waits for the two stores that have written them.
static const char *const target_attributes[] = {"target-cpu", "tune-cpu", "target-features",
                                                "prefer-vector-width", "min-legal-vector-width"};
enum {
    TARGET_ATTRIBUTES = 3,
    ALL_ATTRIBUTES = sizeof target_attributes / sizeof *target_attributes
};

static LLVMAttributeRef target_attribute(LLVMValueRef function, int which) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                         target_attributes[which],
                                         (unsigned)strlen(target_attributes[which]));
}

bool oc_features_are_same(LLVMValueRef left, LLVMValueRef right) {
    for (int i = 0; i < TARGET_ATTRIBUTES; i++)
        if (target_attribute(left, i) != target_attribute(right, i))
            return false;
    return true;
}

void oc_features_copy(LLVMValueRef from, LLVMValueRef to) {
    for (int i = 0; to && i < ALL_ATTRIBUTES; i++) {
        LLVMAttributeRef attribute = target_attribute(from, i);
        if (attribute)
            LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attribute);
    }
}
