// slots.h - memory for values that are passed from one region to another.
//
// A uniform value has a variable, which LLVM promotes to a register. Values that each thread has
// for itself are in an array with an element for each thread of the block, or of the strip
// (strips.h). The arrays of a block are in the body's memory (nest.h, oc_frame); those of a strip
// or of a group of lanes (groups.h) are on the stack.
//
// Where neighbouring threads access memory far from each other (analysis/order.h), vectors cannot
// do several threads at once, but they can do several values of one thread. There, the arrays'
// elements are records of 64 bytes, and a record holds as many of its thread's values as fit.
#ifndef OC_SLOTS_H
#define OC_SLOTS_H

#include "cpu/loops/nest.h"

// The alignment of arrays in bytes, and the most that an element may need.
enum { OC_SLOT_ALIGNMENT = 64 };

// The kind of metadata of arrays on the stack that hold one value for each thread of a strip or a
// group. A thread reads only what it has written: a value of the program's code, which has been
// computed where it is used.
#define OC_SLOT_METADATA "offloadcc.slot"

// Makes a variable of the whole body.
LLVMValueRef oc_slots_variable(const struct oc_threads *threads, LLVMTypeRef type);

// Makes an array with elements of `bytes` bytes. Its address is computed before the loops.
LLVMValueRef oc_slots_array(struct oc_threads *threads, size_t bytes);

// Marks such an array, if it is one.
void oc_slots_mark(LLVMValueRef array);

// Makes an array for values of a type; stores to the thread's element of it, at the builder's
// position; and loads from that element, where the region's code for a thread begins.
LLVMValueRef oc_slots_array_of(struct oc_threads *threads, LLVMTypeRef type);
void oc_slots_store(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                    LLVMValueRef value);
LLVMValueRef oc_slots_load(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                           LLVMTypeRef type);

#endif
