// slots.h - room for values that live from one region to another.
//
// A uniform value has a variable, which LLVM promotes to a register. What each thread has for
// itself is in an array with an element for each thread of the block, or of the strip (strips.h):
// the block's arrays come after the body's memory, a strip's few elements on the stack.
#ifndef OC_SLOTS_H
#define OC_SLOTS_H

#include "cpu/loops/nest.h"

// In bytes; no element may ask for more.
enum { OC_SLOT_ALIGNMENT = 64 };

// A variable of the whole body.
LLVMValueRef oc_slots_variable(const struct oc_threads *threads, LLVMTypeRef type);

// An array of elements of `bytes`; its address is known before the loops.
LLVMValueRef oc_slots_array(struct oc_threads *threads, size_t bytes);

// An array for values of a type, and a thread's element of it: written at the builder's place, read
// where the region's thread starts.
LLVMValueRef oc_slots_array_of(struct oc_threads *threads, LLVMTypeRef type);
void oc_slots_store(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                    LLVMValueRef value);
LLVMValueRef oc_slots_load(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                           LLVMTypeRef type);

#endif
