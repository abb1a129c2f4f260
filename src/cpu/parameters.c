#include "cpu/parameters.h"

#include <string.h>

enum { SLOT_BYTES = 8 };

// How many bytes after `base` a pointer points, if that is constant. LLVM has made one step, in
// bytes, of several. Returns false if it is not.
static bool offset_from(LLVMValueRef pointer, LLVMValueRef base, unsigned long *offset) {
    *offset = 0;
    if (pointer == base)
        return true;
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetOperand(pointer, 0) != base ||
        LLVMGetNumOperands(pointer) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(pointer, 1)))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    *offset = LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 1));
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

// The parameter whose copy a value points to; NULL: the value is something else. Where a struct's
// pointers lead elsewhere on a device, the glue makes a copy of its own.
static const struct oc_param *param_of(const struct oc_kernel *kernel, LLVMValueRef value,
                                       LLVMValueRef slots) {
    unsigned long offset;
    if (!LLVMIsALoadInst(value) || !offset_from(LLVMGetOperand(value, 0), slots, &offset) ||
        offset % SLOT_BYTES != 0 || offset / SLOT_BYTES >= kernel->param_count)
        return NULL;
    const struct oc_param *param = &kernel->params[offset / SLOT_BYTES];
    return param->kind == OC_PARAM_AGGREGATE ? param : NULL;
}

// Whether an instruction loads something that is within the copy.
static bool loads_within(struct oc_ir *ir, const struct oc_param *param, LLVMValueRef copy,
                         LLVMValueRef load) {
    unsigned long offset;
    if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
        !offset_from(LLVMGetOperand(load, 0), copy, &offset))
        return false;
    unsigned long size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(ir->module), LLVMTypeOf(load));
    return offset <= param->size && size <= param->size - offset;
}

// Adds the loads from a copy to `out`. Where a load's address is a constant number of bytes after
// the copy, the instruction that computes it is added before the load.
static void collect_loads(struct oc_ir *ir, const struct oc_param *param, LLVMValueRef copy,
                          LLVMValueRef pointer, struct oc_values *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        unsigned long offset;
        if (loads_within(ir, param, copy, user)) {
            oc_values_add(out, user);
        } else if (pointer == copy && offset_from(user, copy, &offset)) {
            oc_values_add(out, user);
            collect_loads(ir, param, copy, user, out);
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

// Moves loads from a copy, and steps, to where the copy's address is known.
static void hoist(struct oc_ir *ir, LLVMBuilderRef builder, const struct oc_param *param,
                  LLVMValueRef copy) {
    struct oc_values moved = {.arena = ir->arena};
    LLVMValueRef next = LLVMGetNextInstruction(copy);
    collect_loads(ir, param, copy, copy, &moved);
    for (size_t i = 0; i < moved.count; i++) {
        if (moved.items[i] == next)
            next = LLVMGetNextInstruction(next);
        if (LLVMIsALoadInst(moved.items[i]))
            forget_promises(ir, moved.items[i]);
        LLVMInstructionRemoveFromParent(moved.items[i]);
        LLVMPositionBuilderBefore(builder, next);
        LLVMInsertIntoBuilder(builder, moved.items[i]);
    }
}

void oc_parameters_hoist(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMValueRef slots = LLVMGetParam(body, 0);
    struct oc_values copies = {.arena = ir->arena};
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(body)) {
        if (param_of(kernel, instruction, slots))
            oc_values_add(&copies, instruction);
    }
    for (size_t i = 0; i < copies.count; i++)
        hoist(ir, builder, param_of(kernel, copies.items[i], slots), copies.items[i]);
    LLVMDisposeBuilder(builder);
}
