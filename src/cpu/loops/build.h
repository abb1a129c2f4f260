// build.h - where the next instructions go, and unsigned arithmetic of 64 bits on row bounds there.
#ifndef OC_BUILD_H
#define OC_BUILD_H

#include "cpu/loops/nest.h"

// A block of the body function, after all others.
LLVMBasicBlockRef oc_build_block(const struct oc_threads *threads, const char *name);

// The builder, at a block's end: before its terminator, if it has one.
LLVMBuilderRef oc_build_at_end(const struct oc_threads *threads, LLVMBasicBlockRef block);

LLVMValueRef oc_build_number(const struct oc_threads *threads, unsigned long value);
LLVMValueRef oc_build_bit(const struct oc_threads *threads, bool value);
LLVMValueRef oc_build_less(const struct oc_threads *threads, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_build_least(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right);
LLVMValueRef oc_build_plus(const struct oc_threads *threads, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_build_minus(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right);

// `yes` or `no`, of any type, as a bit says.
LLVMValueRef oc_build_either(const struct oc_threads *threads, LLVMValueRef condition,
                             LLVMValueRef yes, LLVMValueRef no);

// A shorter number, extended.
LLVMValueRef oc_build_wide(const struct oc_threads *threads, LLVMValueRef value);

#endif
