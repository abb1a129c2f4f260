// dimensions.h - whether an index is within an array, asked of each dimension.
//
// The array's size is a product, such as n * m, and an index a sum with products of the same
// factors, as i * m + k. If i < n and k < m, the index is less than the size. LLVM shows each of
// these of most code, but nothing about the product.
#ifndef OC_DIMENSIONS_H
#define OC_DIMENSIONS_H

#include "ir/sums.h"

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
struct oc_dimensions {
    unsigned count; // 0: there are no such conditions, or selects in the index
    LLVMValueRef exceeded[OC_DIMENSIONS];
    // The index of the thread is not in them: they are about the least and the greatest that a
    // thread of the block, or of the launch, may have. So they are true for more threads.
    bool is_of_block;
    bool is_of_grid; // nor is the index of the block
};

// What conditions are about: one thread; all of a block, as far as only their indices in the block
// differ; or all of a launch, which has less than 2^31 threads in each dimension. There, the index
// of a thread in the grid is only left out if the launch is a whole: most launches have more
// threads than elements, and threads that are too many do not come to the access.
enum oc_scope { OC_OF_THREAD, OC_OF_BLOCK, OC_OF_LAUNCH, OC_OF_WHOLE_LAUNCH };

struct oc_dimensions oc_dimensions_each(struct oc_edit *edit, LLVMValueRef at, LLVMValueRef index,
                                        LLVMValueRef count, enum oc_scope scope);

#endif
