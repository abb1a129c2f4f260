#include "ir/metadata.h"

#include <string.h>

static unsigned number_of(LLVMValueRef instruction, const char *kind) {
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)), kind,
                                    (unsigned)strlen(kind));
}

bool oc_metadata_has(LLVMValueRef instruction, const char *kind) {
    return LLVMGetMetadata(instruction, number_of(instruction, kind)) != NULL;
}

void oc_metadata_mark(LLVMValueRef instruction, const char *kind) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
    LLVMSetMetadata(instruction, number_of(instruction, kind),
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

void oc_metadata_copy(LLVMValueRef from, LLVMValueRef to, const char *const *kinds) {
    for (; *kinds; kinds++) {
        LLVMValueRef node = LLVMGetMetadata(from, number_of(from, *kinds));
        if (node)
            LLVMSetMetadata(to, number_of(to, *kinds), node);
    }
}
