// lanes.h - runs a thread's instructions for all threads of a block at once, while the compiler
// runs: what depends on nothing but the threads' numbers is computed for each of them, and the rest
// becomes instructions on vectors with an element for each thread.
//
// An array of the block is a vector, too, from its first load to oc_lanes_finish. So what one
// thread stores and another one loads does not go through memory.
#ifndef OC_LANES_H
#define OC_LANES_H

#include "cpu/loops/nest.h"

// What a value is for each thread.
struct oc_lanes {
    enum oc_lanes_kind {
        OC_LANES_KNOWN,  // an integer
        OC_LANES_VECTOR, // an element of a vector
        OC_LANES_PLACE,  // an address in an array of the block
    } kind;
    uint64_t *each;      // KNOWN: the integers, in their width; PLACE: bytes from the array's begin
    LLVMValueRef vector; // VECTOR
    LLVMValueRef array;  // PLACE: the variable
};

// Of an array of the block: its elements now, as a vector.
struct oc_lanes_array {
    LLVMValueRef variable, now;
    LLVMTypeRef element;
    size_t length;
    bool changed;
};

enum { OC_LANES_ARRAYS = 4 };

struct oc_lanes_run {
    const struct oc_threads *threads;
    const unsigned int *sizes; // of the block, in threads
    size_t count;              // of threads in the block
    struct oc_map values;      // const struct oc_lanes *, by value; of instructions that were run
    struct oc_lanes_array arrays[OC_LANES_ARRAYS];
    size_t array_count;
    size_t bytes; // of all vectors that were computed
};

// What a value is: of a constant, of a value from before the thread's code, of an instruction that
// was run, or of one whose operands are such values and that needs no memory. NULL: it is not for
// vectors.
const struct oc_lanes *oc_lanes_of(struct oc_lanes_run *run, LLVMValueRef value);

// Runs an instruction, neither phi nor terminator, for the threads of which `here` says so; its
// result is anything for the others. Code is added at the builder's position. Returns false if it
// is not for vectors.
bool oc_lanes_do(struct oc_lanes_run *run, LLVMValueRef instruction, const bool *here);

// The value that thread i has from values[from[i]]; NULL: it is not for vectors. `type` is a
// thread's.
const struct oc_lanes *oc_lanes_choose(struct oc_lanes_run *run, LLVMTypeRef type,
                                       const struct oc_lanes *const *values, size_t value_count,
                                       const size_t *from);

// Stores the arrays.
void oc_lanes_finish(struct oc_lanes_run *run);

#endif
