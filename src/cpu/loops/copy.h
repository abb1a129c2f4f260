// copy.h - copies of a thread's code: of some blocks, or of a region, in an x loop of its own.
#ifndef OC_COPY_H
#define OC_COPY_H

#include "cpu/loops/nest.h"

// Copies the basic blocks that `blocks` lists as values. Adds each block and instruction, with its
// copy, to the map `copies`. A block or instruction that is in the map already is not copied. The
// copy of a phi gets no values from blocks that are not copied.
void oc_copy_blocks(const struct oc_threads *threads, const struct oc_values *blocks,
                    struct oc_map *copies);

// What a value or block of the original is in the copy: itself, if it is not part of the copied
// code.
LLVMValueRef oc_copy_of(const struct oc_map *copies, LLVMValueRef value);
LLVMBasicBlockRef oc_copy_of_block(const struct oc_map *copies, LLVMBasicBlockRef block);

// A copy of a region, and the `count` threads that it is for. Their x is start, start + 1, and so
// on; but if `skip` is not NULL, `skip` numbers are left out after the first `gap` threads.
struct oc_copy {
    LLVMBasicBlockRef from; // its first successor becomes the loop, which runs at least once
    LLVMBasicBlockRef exit; // the block after the loop
    LLVMValueRef start, count, gap, skip;
    // Set by oc_copy_threads:
    LLVMBasicBlockRef inner, latch; // the loop's first and last block
    LLVMValueRef x;
    struct oc_map values; // for oc_copy_of
};

// Copies the code of a region whose loops are complete and connected.
void oc_copy_threads(struct oc_threads *threads, size_t region, struct oc_copy *copy);

#endif
