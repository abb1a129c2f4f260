// copy.h - a copy of a region's code, in an x loop of its own.
#ifndef OC_COPY_H
#define OC_COPY_H

#include "cpu/loops/nest.h"
#include "ir/copies.h"

// A copy of a region, and the `count` threads that it is for. Their x is start, start + 1, and so
// on; but if `skip` is not NULL, `skip` numbers are left out after the first `gap` threads.
struct oc_copy {
    LLVMBasicBlockRef from; // its first successor becomes the loop, which runs at least once
    LLVMBasicBlockRef exit; // the block after the loop
    LLVMValueRef start, count, gap, skip, bits;
    // Set by oc_copy_threads:
    LLVMBasicBlockRef inner, latch; // the loop's first and last block
    LLVMValueRef x;
    struct oc_map values;    // for oc_copy_of
    struct oc_values blocks; // of the code, without the latch
};

// Copies the code of a region whose loops are complete and connected.
void oc_copy_threads(struct oc_threads *threads, size_t region, struct oc_copy *copy);

// Replaces a value in the copied code, which may use it as the original does.
void oc_copy_replace(const struct oc_copy *copy, LLVMValueRef value, LLVMValueRef by);

#endif
