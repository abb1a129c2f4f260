// lanes.h - runs a thread's instructions for all threads of a block at once, in the compiler.
//
// A value that depends on nothing but the threads' numbers is computed for each thread while the
// compiler runs. Other instructions become instructions on vectors, which have an element for each
// thread.
//
// An array of the block becomes a vector, too, from its first load to oc_lanes_finish. So a value
// that one thread stores and another one loads does not go through memory.
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

// An array of the block.
struct oc_lanes_array {
    LLVMValueRef variable;
    LLVMValueRef now; // its elements at this point of the run, as a vector
    LLVMTypeRef element;
    size_t length;
    bool changed; // the run has stored to it: oc_lanes_finish writes it to memory
};

enum { OC_LANES_ARRAYS = 4 }; // the most arrays in one run

struct oc_lanes_run {
    const struct oc_threads *threads;
    const unsigned int *sizes; // of the block, in threads
    size_t count;              // of threads in the block
    struct oc_map values;      // const struct oc_lanes *, by value; of instructions that were run
    struct oc_lanes_array arrays[OC_LANES_ARRAYS];
    size_t array_count;
    size_t bytes; // of all vectors that were computed
};

// What a value is for each thread. The value is a constant, a value from before the thread's code,
// the result of an instruction that was run, or that of an instruction that needs no memory and has
// such operands. Returns NULL for other values, and if there is no vector code for it.
const struct oc_lanes *oc_lanes_of(struct oc_lanes_run *run, LLVMValueRef value);

// Runs an instruction, which is no phi and no terminator, for each thread i where here[i] is true.
// For the other threads, its result is undefined. Adds code at the builder's position. Returns
// false if there is no vector code for the instruction.
bool oc_lanes_do(struct oc_lanes_run *run, LLVMValueRef instruction, const bool *here);

// The value that is values[from[i]] for thread i. `type`: the value's type in the thread's code.
// Returns NULL if there is no vector code for it.
const struct oc_lanes *oc_lanes_choose(struct oc_lanes_run *run, LLVMTypeRef type,
                                       const struct oc_lanes *const *values, size_t value_count,
                                       const size_t *from);

// Stores the changed arrays to memory.
void oc_lanes_finish(struct oc_lanes_run *run);

#endif
