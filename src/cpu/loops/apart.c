#include "cpu/loops/apart.h"

#include "cpu/loops/build.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/slots.h"
#include "ir/metadata.h"

#include <string.h>

// What the copy does with an array.
struct use {
    bool by_lane; // it finds elements by the lane's number
    bool other;   // not only an address is computed, or an element accessed
};

static bool is_access(LLVMValueRef instruction, int operand) {
    if (LLVMIsAStoreInst(instruction))
        return operand == 1;
    return LLVMIsALoadInst(instruction) || (LLVMIsAGetElementPtrInst(instruction) && operand == 0);
}

// Whether an address that is computed is used in another way: kept for later, it would be that of
// an element of the wrong array.
static bool is_kept(LLVMValueRef address) {
    if (!LLVMIsAGetElementPtrInst(address))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address;
        if (is_stored || !is_access(user, LLVMIsAStoreInst(user) ? 1 : 0) || is_kept(user))
            return true;
    }
    return false;
}

static void note_use(struct use *use, LLVMValueRef instruction, int operand) {
    use->other |= !is_access(instruction, operand) || is_kept(instruction);
    for (int i = 1; LLVMIsAGetElementPtrInst(instruction) && i < LLVMGetNumOperands(instruction);
         i++)
        use->by_lane |= !LLVMIsConstant(LLVMGetOperand(instruction, (unsigned)i));
}

static bool is_array(LLVMValueRef value) {
    return LLVMIsAAllocaInst(value) &&
           LLVMGetTypeKind(LLVMGetAllocatedType(value)) == LLVMArrayTypeKind;
}

static void collect(const struct oc_copy *copy, struct oc_values *out) {
    for (size_t b = 0; b < copy->blocks.count; b++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(copy->blocks.items[b]))
            for (int o = 0; o < LLVMGetNumOperands(instruction); o++) {
                LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)o);
                if (is_array(operand) && !oc_values_contain(out, operand))
                    oc_values_add(out, operand);
            }
}

// Looks at the copy's uses of an array, or has them use another one.
static struct use go_through(const struct oc_copy *copy, LLVMValueRef array, LLVMValueRef by) {
    struct use use = {0};
    for (size_t b = 0; b < copy->blocks.count; b++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(copy->blocks.items[b]))
            for (int o = 0; o < LLVMGetNumOperands(instruction); o++) {
                if (LLVMGetOperand(instruction, (unsigned)o) != array)
                    continue;
                note_use(&use, instruction, o);
                if (by)
                    LLVMSetOperand(instruction, (unsigned)o, by);
            }
    return use;
}

static void copy_array(const struct oc_threads *threads, LLVMBasicBlockRef block, LLVMValueRef to,
                       LLVMValueRef from) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(threads->ir->module);
    LLVMBuildMemCpy(
        oc_build_at_end(threads, block), to, LLVMGetAlignment(to), from, LLVMGetAlignment(from),
        oc_build_number(threads, LLVMABISizeOfType(layout, LLVMGetAllocatedType(from))));
}

// What is known of an array (groupcuts.h) is so of its copy.
static const char *const marks[] = {OC_SLOT_METADATA, OC_SCRATCH_METADATA, NULL};

void oc_apart_arrays(struct oc_threads *threads, const struct oc_copy *copy,
                     LLVMBasicBlockRef before, LLVMBasicBlockRef after) {
    struct oc_values arrays = {.arena = threads->ir->arena};
    collect(copy, &arrays);
    for (size_t i = 0; i < arrays.count; i++) {
        LLVMValueRef array = arrays.items[i];
        struct use use = go_through(copy, array, NULL);
        if (!use.by_lane || use.other)
            continue;
        LLVMValueRef own = oc_slots_variable(threads, LLVMGetAllocatedType(array));
        LLVMSetAlignment(own, LLVMGetAlignment(array));
        oc_metadata_copy(array, own, marks);
        go_through(copy, array, own);
        copy_array(threads, before, own, array);
        copy_array(threads, after, array, own);
    }
}
