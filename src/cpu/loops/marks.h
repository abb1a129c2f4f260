// marks.h - metadata that tells LLVM about the loops over threads.
//
// Between two barriers C lets no thread depend on another, so an x loop is parallel: its accesses
// belong to a group that the loop names (LLVM's "llvm.loop.parallel_accesses"), and the vectoriser
// need not check whether they overlap. In these functions a loop is given by its latch, the block
// that branches back to its beginning.
#ifndef OC_MARKS_H
#define OC_MARKS_H

#include "cpu/loops/nest.h"

// Makes a group for all accesses of a function; NULL if LLVM cannot.
LLVMMetadataRef oc_marks_access_group(const struct oc_threads *threads);

// Marks a region's x loop as parallel, unless its threads share a stack variable. A loop that
// LLVM's vectoriser would compile wrongly is marked as not to be vectorised.
void oc_marks_parallel(const struct oc_threads *threads, size_t region, LLVMMetadataRef group);

// The group that a loop was marked with; NULL if it was not.
LLVMMetadataRef oc_marks_group_of(const struct oc_threads *threads, LLVMBasicBlockRef latch);

// Marks a copy of a loop as parallel if the original is.
void oc_marks_like(const struct oc_threads *threads, LLVMBasicBlockRef original,
                   LLVMBasicBlockRef copy);

// Marks a loop over a strip (strips.h) as parallel, and to be unrolled only after it is vectorised.
// `forced`: LLVM is to vectorise it also where its own rules, or the options, are against that.
void oc_marks_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                    LLVMMetadataRef group, bool forced);

// Marks the loop over a strip whose length is not constant, as the last of a row, as parallel.
void oc_marks_last_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                         LLVMMetadataRef group);

// Marks a loop as neither to be vectorised nor unrolled, because it seldom runs.
void oc_marks_cold(const struct oc_threads *threads, LLVMBasicBlockRef latch);

// Puts a block's loads and stores into a group.
void oc_marks_tag(const struct oc_threads *threads, LLVMBasicBlockRef block, LLVMMetadataRef group);

#endif
