#include "atomics.h"

#include <string.h>

void oc_atomics_set_scope(struct oc_ir *ir, const char *name) {
    unsigned system = LLVMGetSyncScopeID(ir->context, "", 0);
    unsigned scope = LLVMGetSyncScopeID(ir->context, name, strlen(name));
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (LLVMIsAtomic(instruction) && LLVMGetAtomicSyncScopeID(instruction) == system)
                    LLVMSetAtomicSyncScopeID(instruction, scope);
    }
}

static void build_fence(LLVMBuilderRef builder, LLVMAtomicOrdering ordering,
                        LLVMValueRef operation) {
    LLVMBuildFenceSyncScope(builder, ordering, LLVMGetAtomicSyncScopeID(operation), "");
}

// A fence before a relaxed operation releases, one behind it acquires (C17, 7.17.4). The first one
// takes part in the order of all seq_cst operations where this does.
static void surround(struct oc_ir *ir, LLVMValueRef operation) {
    LLVMAtomicOrdering ordering = LLVMGetOrdering(operation);
    bool is_total = ordering == LLVMAtomicOrderingSequentiallyConsistent;
    bool both = is_total || ordering == LLVMAtomicOrderingAcquireRelease;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, operation);
    if (both || ordering == LLVMAtomicOrderingRelease)
        build_fence(builder, is_total ? ordering : LLVMAtomicOrderingRelease, operation);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(operation));
    if (both || ordering == LLVMAtomicOrderingAcquire)
        build_fence(builder, LLVMAtomicOrderingAcquire, operation);
    LLVMDisposeBuilder(builder);
    LLVMSetOrdering(operation, LLVMAtomicOrderingMonotonic);
}

static bool is_ordered(LLVMValueRef instruction, bool all) {
    bool accesses = LLVMIsAAtomicRMWInst(instruction) ||
                    (all && (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)));
    return accesses && LLVMIsAtomic(instruction) &&
           LLVMGetOrdering(instruction) > LLVMAtomicOrderingMonotonic;
}

void oc_atomics_make_fences(struct oc_ir *ir, bool all) {
    struct oc_values operations = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_ordered(instruction, all))
                    oc_values_add(&operations, instruction);
    }
    for (size_t i = 0; i < operations.count; i++)
        surround(ir, operations.items[i]);
}
