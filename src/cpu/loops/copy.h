// copy.h - a second copy of a region's code, in an x loop of its own.
#ifndef OC_COPY_H
#define OC_COPY_H

#include "cpu/loops/nest.h"

// The threads that the copy is for: x is start + 0, 1, ... count - 1, but that numbers of x are
// left out, `skip` of them, after the first `gap`. `skip` NULL: none are.
struct oc_copy {
    LLVMBasicBlockRef from; // its first successor becomes the loop, which runs at least once
    LLVMBasicBlockRef exit; // where the loop goes on to
    LLVMValueRef start, count, gap, skip;
    // Set by oc_copy_threads:
    LLVMBasicBlockRef inner, latch;
    LLVMValueRef x;
    struct oc_map values; // of the original, blocks too
};

// The region's loops are complete and connected.
void oc_copy_threads(struct oc_threads *threads, size_t region, struct oc_copy *copy);

// What a value or block of the original is in the copy; itself, if it is from outside.
LLVMValueRef oc_copy_of(const struct oc_copy *copy, LLVMValueRef value);

#endif
