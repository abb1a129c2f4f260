#include "cpu/multiples.h"

#include "base/names.h"
#include "cpu/turnvalues.h"
#include "ir/edit.h"
#include "ir/intervals.h"
#include "ir/sums.h"

#include <string.h>

enum {
    MOST_SHIFT = 8,       // bits
    FAR = 62,             // no index is 2^62 or more, nor is a small multiple of one
    MOST_ADDED = 1 << 20, // to a multiple of 64 bits
};

// The number (index << shift) + added, and how it is compared with another one.
struct comparison {
    LLVMValueRef instruction, bound;
    LLVMValueRef index;
    LLVMValueRef added; // NULL: nothing
    unsigned shift;
    bool is_narrow;   // the sum has 32 bits, and does not wrap
    bool is_extended; // the index has 32 bits, and the sum has more
    LLVMIntPredicate predicate;
};

static unsigned width_of(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

// ---- Finding comparisons -----------------------------------------------------------------------

// Whether a number of 64 bits is an index, or one without a sign that was extended.
static bool is_positive(LLVMValueRef index) {
    return strcmp(oc_ir_callee_name(index), OC_NAME_GLOBAL_ID) == 0 || LLVMIsAZExtInst(index);
}

static bool read_shift(LLVMValueRef value, struct comparison *out) {
    if (!oc_sums_is_opcode(value, LLVMShl))
        return false;
    LLVMValueRef shift = LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    if (!shift || LLVMConstIntGetZExtValue(shift) > MOST_SHIFT)
        return false;
    out->shift = (unsigned)LLVMConstIntGetZExtValue(shift);
    out->index = LLVMGetOperand(value, 0);
    return oc_turnvalue_has_thread(out->index) &&
           (width_of(value) == 32 ? LLVMGetNSW(value) : is_positive(out->index));
}

static bool read_multiple(LLVMValueRef value, struct comparison *out) {
    bool is_extended = LLVMIsASExtInst(value) || (LLVMIsAZExtInst(value) && LLVMGetNNeg(value));
    if (is_extended && width_of(value) == 64) {
        value = LLVMGetOperand(value, 0);
        out->is_extended = width_of(value) == 32;
        return out->is_extended && read_shift(value, out);
    }
    return read_shift(value, out);
}

// What is added in 32 bits is the same for all threads, and in 64 bits a small constant.
static bool is_added(LLVMValueRef value, const struct comparison *comparison) {
    if (comparison->is_narrow)
        return !oc_turnvalue_has_thread(value);
    LLVMValueRef constant = LLVMIsAConstantInt(value);
    return constant && LLVMConstIntGetZExtValue(constant) < MOST_ADDED;
}

static bool read_sum(LLVMValueRef value, struct comparison *out) {
    unsigned width = width_of(value);
    out->added = NULL;
    out->is_narrow = width == 32;
    out->is_extended = false;
    if (!out->is_narrow && width != 64)
        return false;
    bool is_or = oc_sums_is_opcode(value, LLVMOr) && LLVMGetIsDisjoint(value);
    bool is_sum = oc_sums_is_opcode(value, LLVMAdd) && (!out->is_narrow || LLVMGetNSW(value));
    if (!is_or && !is_sum)
        return read_multiple(value, out);
    for (unsigned i = 0; i < 2; i++) {
        out->added = LLVMGetOperand(value, 1 - i);
        if (is_added(out->added, out) && read_multiple(LLVMGetOperand(value, i), out))
            return true;
    }
    return false;
}

static bool is_signed(LLVMIntPredicate predicate) {
    return predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntSGT ||
           predicate == LLVMIntSGE;
}

// Whether the comparison can be rewritten. One without a sign takes a negative multiple for a large
// number; what is added must not make it positive.
static bool read_comparison(LLVMValueRef instruction, struct comparison *out) {
    if (!LLVMIsAICmpInst(instruction))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        out->instruction = instruction;
        out->bound = LLVMGetOperand(instruction, 1 - i);
        out->predicate = LLVMGetICmpPredicate(instruction);
        if (i == 1)
            out->predicate = oc_intervals_turned(out->predicate);
        if (out->predicate == LLVMIntEQ || out->predicate == LLVMIntNE ||
            oc_turnvalue_has_thread(out->bound) || !read_sum(LLVMGetOperand(instruction, i), out))
            continue;
        if (is_signed(out->predicate))
            return true;
        return !out->is_narrow && (!out->is_extended || !out->added ||
                                   LLVMConstIntGetZExtValue(out->added) < 1ull << out->shift);
    }
    return false;
}

// ---- Rewriting ---------------------------------------------------------------------------------

static LLVMValueRef build_extreme(struct oc_edit *edit, const char *name, LLVMValueRef value,
                                  LLVMValueRef limit) {
    LLVMValueRef operands[] = {value, limit};
    return oc_edit_intrinsic(edit, name, edit->i64, operands, 2);
}

// A bound of 64 bits, so far from the largest and least numbers that sums with it do not wrap.
static LLVMValueRef build_near(struct oc_edit *edit, const struct comparison *comparison) {
    LLVMValueRef bound = comparison->bound, far = LLVMConstInt(edit->i64, 1ull << FAR, false);
    if (comparison->is_narrow)
        return LLVMBuildSExt(edit->builder, bound, edit->i64, "");
    if (!is_signed(comparison->predicate))
        return build_extreme(edit, "llvm.umin", bound, far);
    bound = build_extreme(edit, "llvm.smin", bound, far);
    return build_extreme(edit, "llvm.smax", bound, LLVMConstNeg(far));
}

// (index << shift) + added < bound where index < (bound - added + (1 << shift) - 1) >> shift.
static void rewrite(struct oc_edit *edit, const struct comparison *comparison) {
    LLVMIntPredicate predicate = comparison->predicate;
    bool has_sign = is_signed(predicate);
    bool or_equal = predicate == LLVMIntSLE || predicate == LLVMIntSGT || predicate == LLVMIntULE ||
                    predicate == LLVMIntUGT;
    bool is_less = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntULT ||
                   predicate == LLVMIntULE;
    LLVMValueRef index = comparison->index, added = comparison->added;
    oc_edit_before(edit, comparison->instruction);
    if (LLVMTypeOf(index) != edit->i64)
        index = LLVMBuildSExt(edit->builder, index, edit->i64, "");
    if (added && LLVMTypeOf(added) != edit->i64)
        added = LLVMBuildSExt(edit->builder, added, edit->i64, "");
    LLVMValueRef bound = build_near(edit, comparison);
    if (added)
        bound = LLVMBuildNSWSub(edit->builder, bound, added, "");
    unsigned long up = (1ul << comparison->shift) - 1 + or_equal;
    bound = LLVMBuildNSWAdd(edit->builder, bound, LLVMConstInt(edit->i64, up, false), "");
    bound =
        LLVMBuildAShr(edit->builder, bound, LLVMConstInt(edit->i64, comparison->shift, false), "");
    if (!has_sign)
        bound = build_extreme(edit, "llvm.smax", bound, LLVMConstNull(edit->i64));
    predicate =
        has_sign ? (is_less ? LLVMIntSLT : LLVMIntSGE) : (is_less ? LLVMIntULT : LLVMIntUGE);
    LLVMValueRef result = LLVMBuildICmp(edit->builder, predicate, index, bound, "");
    LLVMReplaceAllUsesWith(comparison->instruction, result);
    LLVMInstructionEraseFromParent(comparison->instruction);
}

void oc_multiples_compare(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct comparison comparison;
    OC_EACH_BLOCK (block, function)
        for (LLVMValueRef next = LLVMGetFirstInstruction(block), instruction;
             (instruction = next);) {
            next = LLVMGetNextInstruction(instruction);
            if (read_comparison(instruction, &comparison))
                rewrite(&edit, &comparison);
        }
    oc_edit_end(&edit);
}
