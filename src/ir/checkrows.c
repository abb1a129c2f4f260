#include "ir/checkrows.h"

static bool is_signed(const struct oc_row *row) {
    return oc_sums_is_opcode(row->remainder, LLVMSRem);
}

static LLVMValueRef extend(struct oc_edit *edit, const struct oc_row *row, LLVMValueRef value) {
    bool is_wide = LLVMTypeOf(value) == edit->i64;
    return is_wide          ? value
           : is_signed(row) ? LLVMBuildSExt(edit->builder, value, edit->i64, "")
                            : LLVMBuildZExt(edit->builder, value, edit->i64, "");
}

// Takes off numbers that are added. `extension`: nothing may wrap, as the sum is extended so.
static LLVMValueRef without_numbers(LLVMValueRef value, enum oc_extension extension,
                                    int64_t *added) {
    bool subtracts;
    while (((subtracts = oc_sums_is_opcode(value, LLVMSub)) || oc_sums_is_opcode(value, LLVMAdd)) &&
           LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && oc_sums_keeps(value, extension)) {
        enum { MOST = 1 << 30 };
        LLVMValueRef number = LLVMGetOperand(value, 1);
        int64_t by = extension == OC_UNSIGNED_EXTENSION ? (int64_t)LLVMConstIntGetZExtValue(number)
                                                        : LLVMConstIntGetSExtValue(number);
        if (by > MOST || by < -MOST)
            break;
        *added += subtracts ? -by : by;
        value = LLVMGetOperand(value, 0);
    }
    return value;
}

// Whether the index is the dividend of the row's remainder, plus the row's distance.
static bool is_in_row(struct oc_row *row, LLVMValueRef index) {
    LLVMValueRef dividend = LLVMGetOperand(row->remainder, 0);
    enum oc_extension of_row = is_signed(row) ? OC_SIGNED_EXTENSION : OC_UNSIGNED_EXTENSION;
    row->distance = 0;
    LLVMValueRef value = without_numbers(index, OC_NONE_EXTENSION, &row->distance);
    if (value == dividend)
        return true;
    enum oc_extension extension = oc_sums_extension(value);
    if (extension != of_row)
        return false;
    value = without_numbers(LLVMGetOperand(value, 0), extension, &row->distance);
    return value == dividend;
}

struct oc_row oc_checkrows_find(struct oc_edit *edit, const struct oc_access *access,
                                LLVMValueRef index) {
    const struct oc_row none = {0};
    for (size_t i = 0; i < access->remainders.count; i++) {
        struct oc_row row = {.remainder = access->remainders.items[i]};
        if (!is_in_row(&row, index) || !row.distance)
            continue;
        row.divided = extend(edit, &row, LLVMGetOperand(row.remainder, 0));
        return row;
    }
    return none;
}

LLVMValueRef oc_checkrows_exceeded(struct oc_edit *edit, const struct oc_row *row,
                                   LLVMValueRef count) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef column = extend(edit, row, row->remainder), leaves;
    LLVMValueRef outside = LLVMBuildICmp(builder, LLVMIntUGE, row->divided, count, "");
    if (row->distance < 0) {
        leaves = LLVMBuildICmp(builder, is_signed(row) ? LLVMIntSLT : LLVMIntULT, column,
                               oc_sums_constant(edit, -row->distance), "");
    } else {
        LLVMValueRef width = extend(edit, row, LLVMGetOperand(row->remainder, 1));
        LLVMValueRef moved =
            LLVMBuildAdd(builder, column, oc_sums_constant(edit, row->distance), "");
        leaves = LLVMBuildICmp(builder, is_signed(row) ? LLVMIntSGE : LLVMIntUGE, moved, width, "");
    }
    return LLVMBuildOr(builder, outside, leaves, "");
}

LLVMValueRef oc_checkrows_has_part(struct oc_edit *edit, const struct oc_row *row,
                                   LLVMValueRef count) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef width = extend(edit, row, LLVMGetOperand(row->remainder, 1));
    LLVMValueRef one = oc_sums_constant(edit, 1);
    LLVMValueRef is_none = LLVMBuildICmp(builder, LLVMIntSLT, width, one, "");
    LLVMValueRef safe = LLVMBuildSelect(builder, is_none, one, width, "");
    LLVMValueRef rest = LLVMBuildURem(builder, count, safe, "");
    return LLVMBuildOr(builder, is_none,
                       LLVMBuildICmp(builder, LLVMIntNE, rest, oc_sums_constant(edit, 0), ""), "");
}
