#include "host/resident/objects.h"

static bool adds_an_offset(LLVMValueRef pointer) {
    return oc_ir_is_offset(pointer) || LLVMIsAAddrSpaceCastInst(pointer);
}

static LLVMValueRef without_offsets(LLVMValueRef pointer) {
    while (adds_an_offset(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

// A pointer that a loop moves: what it is before the loop. Else NULL.
static LLVMValueRef first_of(LLVMValueRef phi) {
    for (unsigned i = 0; LLVMIsAPHINode(phi) && LLVMCountIncoming(phi) == 2 && i < 2; i++)
        if (without_offsets(LLVMGetIncomingValue(phi, i)) == phi)
            return LLVMGetIncomingValue(phi, 1 - i);
    return NULL;
}

LLVMValueRef oc_object_of(LLVMValueRef pointer) {
    enum { LOOPS = 8 }; // in code that is not reached, phis may be each other's
    LLVMValueRef object = without_offsets(pointer), first;
    for (int i = 0; i < LOOPS && (first = first_of(object)); i++)
        object = without_offsets(first);
    return object;
}

unsigned long long oc_object_size(const struct oc_flow *flow, LLVMValueRef object) {
    if (LLVMIsAGlobalVariable(object) && !LLVMIsDeclaration(object))
        return LLVMABISizeOfType(flow->layout, LLVMGlobalGetValueType(object));
    if (LLVMIsAAllocaInst(object) && LLVMIsAConstantInt(LLVMGetOperand(object, 0)))
        return LLVMABISizeOfType(flow->layout, LLVMGetAllocatedType(object)) *
               LLVMConstIntGetZExtValue(LLVMGetOperand(object, 0));
    return 0;
}

// Whether the object may get into a launch, or into code that might launch it.
static bool may_be_launched(const struct oc_flow *flow, LLVMValueRef object) {
    size_t launched;
    return !oc_map_get(flow->launched, object, &launched) || launched;
}

bool oc_object_may_be_out(const struct oc_flow *flow, LLVMValueRef object) {
    // An integer that is made an address, and the alias of a variable, are constants too.
    if (LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object))
        return false;
    return !LLVMIsAConstantPointerNull(object) && !LLVMIsAUndefValue(object) &&
           !LLVMIsAFunction(object) && may_be_launched(flow, object);
}
