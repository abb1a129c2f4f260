// turnvalues.h - the numbers of loops in which threads take turns (stride.h): with what a thread
// begins, and its steps.
#ifndef OC_TURNVALUES_H
#define OC_TURNVALUES_H

#include "ir/ir.h"

// Whether a value is a size of the grid or of a block.
bool oc_turnvalue_is_size(LLVMValueRef value);

// Whether a value is computed from the thread's index.
bool oc_turnvalue_has_thread(LLVMValueRef value);

// Whether a number is an index of 32 bits, or one that was cut to them.
bool oc_turnvalue_is_cut_index(LLVMValueRef value);

// Whether a number is computed from the thread's number in its block and cannot be negative: its
// number in a block of several dimensions, or in a group of threads of a row.
bool oc_turnvalue_is_in_block(LLVMValueRef value);

// Whether a number of 64 bits is far from all numbers that these cannot hold: one of 32 bits that
// was extended, or an index.
bool oc_turnvalue_is_small(LLVMValueRef value);

// Whether a value is a product of the grid's sizes, or a constant that may be the number of threads
// that take turns.
bool oc_turnvalue_is_step(LLVMValueRef value);

// The part of a sum of 32 bits that has nothing of the thread's index, where the other part is the
// thread's number in its block or group: as in a row of a sparse matrix, `i = row_start + lane`, or
// in `blockIdx.x * 256 + threadIdx.x`. Returns NULL if the value is not such a sum.
LLVMValueRef oc_turnvalue_common_part(LLVMValueRef value);

#endif
