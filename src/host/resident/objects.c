#include "host/resident/objects.h"

#include "base/names.h"
#include "base/text.h"

static bool adds_an_offset(LLVMValueRef pointer) {
    return LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
}

LLVMValueRef oc_object_of(LLVMValueRef pointer) {
    while (adds_an_offset(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

unsigned long long oc_object_size(const struct oc_flow *flow, LLVMValueRef object) {
    if (LLVMIsAGlobalVariable(object) && !LLVMIsDeclaration(object))
        return LLVMABISizeOfType(flow->layout, LLVMGlobalGetValueType(object));
    if (LLVMIsAAllocaInst(object) && LLVMIsAConstantInt(LLVMGetOperand(object, 0)))
        return LLVMABISizeOfType(flow->layout, LLVMGetAllocatedType(object)) *
               LLVMConstIntGetZExtValue(LLVMGetOperand(object, 0));
    return 0;
}

// ---- Uses --------------------------------------------------------------------------------------

enum { DEPTH = 6 }; // of functions and phis that an address is followed through

static bool uses_may_launch(const struct oc_flow *flow, LLVMValueRef address, int depth);

// A function that returns a pointer may return one that it was given.
static bool returns_address(LLVMValueRef call) {
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && LLVMGetFirstUse(call);
}

// Whether a call gives the address to a launch, or to code that might do so. offload.h's functions
// keep no address that launches use.
static bool call_may_launch(const struct oc_flow *flow, LLVMValueRef call, LLVMValueRef address,
                            int depth) {
    const struct oc_seen *seen;
    switch (oc_flow_event(flow, call)) {
    case OC_EVENT_NONE:
    case OC_EVENT_ACCESS:
    case OC_EVENT_END:
        return returns_address(call) && !oc_flow_is_configuration(call);
    case OC_EVENT_SEEN:
        seen = oc_flow_find(flow, oc_ir_callee(call));
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
            if (LLVMGetOperand(call, i) != address)
                continue;
            if (i >= LLVMCountParams(seen->function) || depth == 0 ||
                uses_may_launch(flow, LLVMGetParam(seen->function, i), depth - 1))
                return true;
        }
        return false;
    default:
        return true;
    }
}

static bool use_may_launch(const struct oc_flow *flow, LLVMValueRef user, LLVMValueRef address,
                           int depth) {
    if (LLVMIsAConstantExpr(user))
        return LLVMGetConstOpcode(user) != LLVMGetElementPtr || uses_may_launch(flow, user, depth);
    if (!LLVMIsAInstruction(user))
        return true; // the initialiser of a variable, for one
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp:
        return false;
    case LLVMStore:
        return LLVMGetOperand(user, 0) == address;
    case LLVMGetElementPtr:
    case LLVMAddrSpaceCast:
        return uses_may_launch(flow, user, depth);
    case LLVMPHI:
    case LLVMSelect:
        return depth == 0 || uses_may_launch(flow, user, depth - 1);
    case LLVMCall:
    case LLVMInvoke:
        return call_may_launch(flow, user, address, depth);
    default:
        return true;
    }
}

static bool uses_may_launch(const struct oc_flow *flow, LLVMValueRef address, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (use_may_launch(flow, LLVMGetUser(use), address, depth))
            return true;
    return false;
}

bool oc_object_may_be_out(const struct oc_flow *flow, LLVMValueRef object) {
    if (LLVMIsAGlobalVariable(object)) {
        LLVMLinkage linkage = LLVMGetLinkage(object);
        bool is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
        return !LLVMIsGlobalConstant(object) && (!is_local || uses_may_launch(flow, object, DEPTH));
    }
    if (LLVMIsAAllocaInst(object))
        return uses_may_launch(flow, object, DEPTH);
    return !LLVMIsAConstant(object);
}
