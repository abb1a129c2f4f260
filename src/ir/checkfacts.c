#include "ir/checkfacts.h"

#include "base/names.h"
#include "ir/ids.h"

#include <string.h>

enum { HALF = 32 }; // of the bits of a slot

// ---- Parameters --------------------------------------------------------------------------------

// A value that is not computed from anything.
static LLVMValueRef build_unknown(struct oc_edit *edit, LLVMTypeRef type) {
    LLVMValueRef variable = LLVMBuildAlloca(edit->builder, type, "");
    LLVMValueRef value = LLVMBuildLoad2(edit->builder, type, variable, "");
    LLVMSetVolatile(value, true);
    return value;
}

// The slot that a value is the lower or upper half of. NULL: it is not.
static LLVMValueRef slot_of(LLVMValueRef half, bool *upper) {
    LLVMValueRef slot = LLVMGetOperand(half, 0);
    *upper = LLVMIsAInstruction(slot) && LLVMGetInstructionOpcode(slot) == LLVMLShr &&
             oc_ir_shift(slot) == HALF;
    if (*upper)
        slot = LLVMGetOperand(slot, 0);
    return LLVMIsAPtrToIntInst(slot) && LLVMIsALoadInst(LLVMGetOperand(slot, 0)) &&
                   oc_ir_width(half) == HALF
               ? slot
               : NULL;
}

static void hide_slots(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values halves = {.arena = edit->ir->arena},
                     hidden[2] = {{.arena = edit->ir->arena}, {.arena = edit->ir->arena}};
    oc_edit_collect(edit, function, LLVMTrunc, &halves);
    for (size_t i = 0; i < halves.count; i++) {
        bool upper;
        LLVMValueRef slot = slot_of(halves.items[i], &upper), unknown = NULL;
        struct oc_values *known = &hidden[upper];
        if (!slot)
            continue;
        for (size_t k = 0; k < known->count && !unknown; k += 2)
            unknown = known->items[k] == slot ? known->items[k + 1] : NULL;
        if (!unknown) {
            oc_edit_before(edit, LLVMGetNextInstruction(slot));
            unknown = build_unknown(edit, edit->i32);
            oc_values_add(known, slot);
            oc_values_add(known, unknown);
        }
        LLVMReplaceAllUsesWith(halves.items[i], unknown);
    }
    struct oc_values slots = {.arena = edit->ir->arena};
    oc_edit_collect(edit, function, LLVMPtrToInt, &slots);
    for (size_t i = 0; i < slots.count; i++) {
        if (!LLVMIsALoadInst(LLVMGetOperand(slots.items[i], 0)) ||
            LLVMTypeOf(slots.items[i]) != edit->i64)
            continue;
        oc_edit_before(edit, slots.items[i]);
        LLVMReplaceAllUsesWith(slots.items[i], build_unknown(edit, edit->i64));
    }
}

// ---- Indices -----------------------------------------------------------------------------------

// The size that an index is less than: the name of the function that returns it. NULL: none.
static const char *size_of(const char *index) {
    return strcmp(index, OC_NAME_THREAD_ID) == 0  ? OC_NAME_BLOCK_SIZE
           : strcmp(index, OC_NAME_BLOCK_ID) == 0 ? OC_NAME_BLOCK_COUNT
                                                  : NULL;
}

// The result of a call, as a number of 32 bits that is not negative.
static LLVMValueRef build_usual(struct oc_edit *edit, LLVMValueRef call) {
    enum { GREATEST = 0x7fffffff };
    bool is_wide = LLVMTypeOf(call) == edit->i64;
    LLVMValueRef value = is_wide ? build_unknown(edit, edit->i32) : call;
    value = LLVMBuildAnd(edit->builder, value, LLVMConstInt(edit->i32, GREATEST, false), "");
    return is_wide ? LLVMBuildZExt(edit->builder, value, edit->i64, "") : value;
}

static void tell_of_index(struct oc_edit *edit, LLVMValueRef call, bool usual) {
    const char *size = size_of(oc_ir_callee_name(call));
    LLVMValueRef result = call;
    oc_edit_before(edit, LLVMGetNextInstruction(call));
    if (usual) {
        result = build_usual(edit, call);
        LLVMReplaceAllUsesWith(call, result);
        if (LLVMTypeOf(call) != edit->i64)
            LLVMSetOperand(result, 0, call);
    }
    if (size) {
        LLVMValueRef bound = oc_ids_call(edit->ir, edit->builder, size, LLVMGetOperand(call, 0));
        bound = usual ? build_usual(edit, bound) : bound;
        LLVMValueRef holds = LLVMBuildICmp(edit->builder, LLVMIntULT, result, bound, "");
        oc_edit_intrinsic(edit, "llvm.assume", NULL, &holds, 1);
    }
}

// ---- Remainders --------------------------------------------------------------------------------

// A remainder is at most what was divided. So this is not 0 if the remainder is not.
static void tell_of_remainders(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_values remainders = {.arena = edit->ir->arena};
    oc_edit_collect(edit, function, LLVMURem, &remainders);
    for (size_t i = 0; i < remainders.count; i++) {
        LLVMValueRef remainder = remainders.items[i];
        if (LLVMGetTypeKind(LLVMTypeOf(remainder)) != LLVMIntegerTypeKind)
            continue; // a vector
        oc_edit_before(edit, LLVMGetNextInstruction(remainder));
        LLVMValueRef holds =
            LLVMBuildICmp(edit->builder, LLVMIntULE, remainder, LLVMGetOperand(remainder, 0), "");
        oc_edit_intrinsic(edit, "llvm.assume", NULL, &holds, 1);
    }
}

void oc_checkfacts_tell(struct oc_edit *edit, LLVMValueRef function, bool usual) {
    struct oc_values calls = {.arena = edit->ir->arena};
    hide_slots(edit, function);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ids_is_index(oc_ir_callee_name(calls.items[i])) &&
            !LLVMIsAInvokeInst(calls.items[i]))
            tell_of_index(edit, calls.items[i], usual);
    tell_of_remainders(edit, function);
}
