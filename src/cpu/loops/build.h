// build.h - builds instructions for the loops over threads: at which place, and unsigned 64-bit
// arithmetic, as for the bounds of rows.
#ifndef OC_BUILD_H
#define OC_BUILD_H

#include "cpu/loops/nest.h"

// Makes a block of the body function, after all others.
LLVMBasicBlockRef oc_build_block(const struct oc_threads *threads, const char *name);

// Puts the builder at the end of a block (before its terminator, if it has one) and returns it.
LLVMBuilderRef oc_build_at_end(const struct oc_threads *threads, LLVMBasicBlockRef block);

// Constants of 64 bits, and of 1; comparisons, the lesser of two numbers, sums and differences, at
// the builder's position.
LLVMValueRef oc_build_number(const struct oc_threads *threads, unsigned long value);
LLVMValueRef oc_build_bit(const struct oc_threads *threads, bool value);
LLVMValueRef oc_build_less(const struct oc_threads *threads, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_build_least(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right);
LLVMValueRef oc_build_plus(const struct oc_threads *threads, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_build_minus(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right);

// Selects `yes`, of any type, if the bit `condition` is set, else `no`.
LLVMValueRef oc_build_either(const struct oc_threads *threads, LLVMValueRef condition,
                             LLVMValueRef yes, LLVMValueRef no);

// Extends a shorter number to 64 bits.
LLVMValueRef oc_build_wide(const struct oc_threads *threads, LLVMValueRef value);

#endif
