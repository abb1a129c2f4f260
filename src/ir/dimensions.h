// dimensions.h - whether an index is within an array, asked of each dimension.
//
// The array's size is a product, such as n * m, and an index a sum with products of the same
// factors, as i * m + k. If i < n and k < m, the index is less than the size. LLVM shows each of
// these of most code, but nothing about the product.
#ifndef OC_DIMENSIONS_H
#define OC_DIMENSIONS_H

#include "ir/edit.h"

// Values that are known not to be equal.
enum { OC_UNEQUAL = 12 };
struct oc_unequal {
    unsigned count;
    LLVMValueRef pairs[OC_UNEQUAL][2];
};

// Finds what the branches say by which alone control comes to a block.
struct oc_unequal oc_dimensions_unequal(LLVMBasicBlockRef block);

// Builds a condition before the instruction `at`: if it is false, the index is less than the count.
// It may be true of others too. Both have 64 bits. `known` holds there. Selects in the index become
// branches, which say what is true of each side. Returns NULL if there is no such condition.
LLVMValueRef oc_dimensions_exceeded(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                    LLVMValueRef count, const struct oc_unequal *known);

// Conditions for each dimension: if all are false, the index is less than the count.
enum { OC_DIMENSIONS = 3 };
struct oc_dimensions {
    unsigned count; // 0: there are no such conditions, or selects in the index
    LLVMValueRef exceeded[OC_DIMENSIONS];
    // The index of the thread in its block is not in them: they are about the least and the
    // greatest that a thread of the block may have. So they are true for more threads.
    bool is_of_block;
};

// Builds them. `of_block`: without the index of the thread in its block, where that can be.
struct oc_dimensions oc_dimensions_each(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                        LLVMValueRef count, bool of_block);

#endif
