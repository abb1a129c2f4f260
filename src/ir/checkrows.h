// checkrows.h - what remainders say of an index: i % width is the column of i in its row.
//
// A remainder is at most what was divided: where i % width >= 1, i - 1 is not negative. And where
// i % width + 1 < width, i + 1 is in the row of i, so inside of an array that has i and only whole
// rows.
#ifndef OC_CHECKROWS_H
#define OC_CHECKROWS_H

#include "ir/checkaccesses.h"

// The index of an access: what a remainder divided, plus a number.
struct oc_row {
    LLVMValueRef remainder; // NULL: the index is not one
    LLVMValueRef divided;   // extended to 64 bits
    int64_t distance;       // what was added
};

// Finds a remainder that the index is computed from, if it is there when the access is made.
struct oc_row oc_checkrows_find(struct oc_edit *edit, const struct oc_access *access,
                                LLVMValueRef index);

// Builds a condition: if it is false, the index is less than the count, which is less than 2^63. If
// the distance is positive, that is so if the array has only whole rows.
LLVMValueRef oc_checkrows_exceeded(struct oc_edit *edit, const struct oc_row *row,
                                   LLVMValueRef count);

// Builds a condition: whether the array may have a part of a row.
LLVMValueRef oc_checkrows_has_part(struct oc_edit *edit, const struct oc_row *row,
                                   LLVMValueRef count);

#endif
