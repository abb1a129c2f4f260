#include "effects/pointerwrites.h"

// A pointer that is stored to where it was loaded from.
static bool is_as_it_was(LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return LLVMIsALoadInst(value) && LLVMGetOperand(value, 0) == LLVMGetOperand(store, 1);
}

// Whether memcpy and the like write a pointer. If the length is not constant, only the first byte
// is known to be written: it is taken for a copy of structs if it begins at one.
static bool covers_pointer(const struct oc_structs *structs, const struct oc_member *members,
                           size_t count, LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2);
    bool constant = LLVMIsAConstantInt(length);
    struct oc_span span = {0, constant ? LLVMConstIntGetZExtValue(length) : 1};
    if (!structs->size)
        return false;
    if (constant && span.size >= structs->size)
        return true;
    if (!oc_structs_offset(structs, LLVMGetOperand(call, 0), &span.offset))
        return false;
    for (size_t i = 0; constant && i < count; i++)
        if (members[i].offset != OC_UNKNOWN_OFFSET &&
            oc_structs_overlap(structs, span, members[i].offset))
            return true;
    return !constant && span.offset == 0;
}

static LLVMValueRef local_variable(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address);
}

// Whether what is copied to the array comes from elsewhere. A local variable may have what was
// copied from the same place before.
static bool comes_from_elsewhere(LLVMValueRef call) {
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    LLVMValueRef local = LLVMIsAMemSetInst(call) ? NULL : local_variable(from);
    if (!local)
        return from != to;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAMemIntrinsic(user) && !LLVMIsAMemSetInst(user) &&
            LLVMGetOperand(user, 0) == local && LLVMGetOperand(user, 1) != to)
            return true;
    }
    return false;
}

LLVMValueRef oc_pointerwrites_find(const struct oc_structs *structs,
                                   const struct oc_member *members, size_t count,
                                   const struct oc_accesses *accesses, bool *whole) {
    *whole = false;
    for (size_t i = 0; i < accesses->pointers.count; i++)
        if (!is_as_it_was(accesses->pointers.items[i]))
            return accesses->pointers.items[i];
    *whole = true;
    for (size_t i = 0; i < accesses->writes.count; i++) {
        LLVMValueRef write = accesses->writes.items[i];
        if (LLVMIsAMemIntrinsic(write) && covers_pointer(structs, members, count, write) &&
            comes_from_elsewhere(write))
            return write;
    }
    return NULL;
}
