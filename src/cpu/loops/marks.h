// marks.h - what LLVM is told of the loops over threads, as metadata.
//
// Between two barriers C lets no thread depend on another, so an x loop is parallel: its accesses
// are of a group that the loop names (LLVM's "llvm.loop.parallel_accesses"), and the vectoriser
// need not ask whether they overlap. Loops are named by their latches.
#ifndef OC_MARKS_H
#define OC_MARKS_H

#include "cpu/loops/nest.h"

// A group for all accesses of a function; NULL: LLVM could not make one.
LLVMMetadataRef oc_marks_access_group(const struct oc_threads *threads);

// Marks a region's x loop as parallel. Not where threads share a stack variable; and where LLVM's
// vectoriser would be wrong, the loop is kept from it.
void oc_marks_parallel(const struct oc_threads *threads, size_t region, LLVMMetadataRef group);

// The group that a loop was marked with; NULL: none.
LLVMMetadataRef oc_marks_group_of(const struct oc_threads *threads, LLVMBasicBlockRef latch);

// A copy of a loop is as parallel as the original.
void oc_marks_like(const struct oc_threads *threads, LLVMBasicBlockRef original,
                   LLVMBasicBlockRef copy);

// A loop over a strip (strips.h): parallel, and unrolled after it is vectorised.
void oc_marks_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                    LLVMMetadataRef group);

// The loop over a row's last strip, whose length is not known: parallel.
void oc_marks_last_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                         LLVMMetadataRef group);

// A loop that is run too seldom to vectorise or unroll it.
void oc_marks_cold(const struct oc_threads *threads, LLVMBasicBlockRef latch);

// Puts a block's loads and stores into a group.
void oc_marks_tag(const struct oc_threads *threads, LLVMBasicBlockRef block, LLVMMetadataRef group);

#endif
