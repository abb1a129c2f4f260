#include "cpu/parameters.h"

#include "model/kernelargs.h"

#include <string.h>

enum { SLOT_BYTES = 8 };

// The offset in bytes of a slot that a pointer points to; false: it is no such pointer.
static bool slot_offset(LLVMValueRef pointer, LLVMValueRef slots, unsigned long *offset) {
    *offset = 0;
    if (pointer == slots)
        return true;
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetOperand(pointer, 0) != slots ||
        LLVMGetNumOperands(pointer) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(pointer, 1)))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    unsigned long size = LLVMGetTypeKind(type) == LLVMPointerTypeKind ? SLOT_BYTES : 0;
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        size = LLVMGetIntTypeWidth(type) / 8;
    *offset = size * LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 1));
    return size > 0;
}

// Whether a value is the pointer to the copy of a struct. Where a struct's pointers lead elsewhere
// on a device, the glue makes a copy of its own.
static bool is_copy(const struct oc_kernel *kernel, LLVMValueRef value, LLVMValueRef slots) {
    unsigned long offset;
    if (!LLVMIsALoadInst(value) || !slot_offset(LLVMGetOperand(value, 0), slots, &offset))
        return false;
    unsigned long slot = offset / SLOT_BYTES;
    return offset % SLOT_BYTES == 0 && slot < kernel->param_count &&
           kernel->params[slot].kind == OC_PARAM_AGGREGATE;
}

static bool is_constant_step(LLVMValueRef step) {
    for (int i = 1; LLVMIsAGetElementPtrInst(step) && i < LLVMGetNumOperands(step); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(step, (unsigned)i)))
            return false;
    return LLVMIsAGetElementPtrInst(step) != NULL;
}

// What is loaded from a copy, and the constant steps to it, with what they are of first.
static void collect_uses(LLVMValueRef pointer, struct oc_values *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_load = LLVMIsALoadInst(user) && !LLVMGetVolatile(user) &&
                       LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
        if (is_load) {
            oc_values_add(out, user);
        } else if (is_constant_step(user) && LLVMGetOperand(user, 0) == pointer) {
            oc_values_add(out, user);
            collect_uses(user, out);
        }
    }
}

// What the program promises of a value holds only for threads that come to the load.
static void forget_promises(struct oc_ir *ir, LLVMValueRef load) {
    static const char *const kinds[] = {"noundef", "range", "nonnull", "align", "dereferenceable"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        LLVMSetMetadata(load,
                        LLVMGetMDKindIDInContext(ir->context, kinds[i], (unsigned)strlen(kinds[i])),
                        NULL);
}

void oc_parameters_hoist(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body) {
    LLVMValueRef slots = LLVMGetParam(body, 0);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    struct oc_values copies = {.arena = ir->arena};
    OC_EACH_INSTRUCTION (instruction, entry) {
        if (is_copy(kernel, instruction, slots))
            oc_values_add(&copies, instruction);
    }
    for (size_t i = 0; i < copies.count; i++) {
        struct oc_values uses = {.arena = ir->arena};
        LLVMValueRef next = LLVMGetNextInstruction(copies.items[i]);
        collect_uses(copies.items[i], &uses);
        for (size_t u = 0; u < uses.count; u++) {
            if (uses.items[u] == next)
                next = LLVMGetNextInstruction(next);
            forget_promises(ir, uses.items[u]);
            LLVMInstructionRemoveFromParent(uses.items[u]);
            LLVMPositionBuilderBefore(builder, next);
            LLVMInsertIntoBuilder(builder, uses.items[u]);
        }
    }
    LLVMDisposeBuilder(builder);
}
