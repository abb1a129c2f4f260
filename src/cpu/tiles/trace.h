// trace.h - goes through a kernel with a block's threads, one after another, and notes what they do
// with memory.
//
// A thread's own index is a number there, and so is the block's size. What else is the same for all
// threads of the block is an unknown (atoms.h). So each address is a polynomial, and so is what a
// comparison depends on. Where a comparison does not only depend on numbers, the trace assumes the
// outcome that leads to more accesses to memory, and notes the conditions. So it is the trace of
// blocks that are inside of an array, with all the array around them that they look at. What it
// says of an access holds for each block that has all that is needed, where the access' own
// conditions hold. After the last barrier it follows both sides of such a branch.
#ifndef OC_TRACE_H
#define OC_TRACE_H

#include "cpu/tiles/bounds.h"

// An access to a shared variable, or to the block's dynamic shared memory.
struct oc_tile_access {
    LLVMValueRef instruction;
    unsigned place; // the unknown that is the variable's or the memory's address
    int64_t offset; // from there, in bytes
    unsigned phase; // how many barriers the thread has met before
    // Of a store: the address that the value was loaded from, and under which conditions it is
    // stored there.
    const struct oc_poly *from;
    struct oc_assumption needs;
    // Of a load: what its terms are for this thread (struct oc_tile_load), and what holds there.
    const int64_t *numbers;
    const struct oc_facts *facts;
};

// The address of a load from a shared variable, as a sum: numbers[i] * factors[i] + ...
enum { OC_TILE_TERMS = 6 };
struct oc_tile_load {
    LLVMValueRef load;
    size_t count;
    LLVMValueRef terms[OC_TILE_TERMS];
    bool zero_extended[OC_TILE_TERMS]; // terms of less than 64 bits; else they are signed
    int64_t factors[OC_TILE_TERMS];    // in bytes
};

#define OC_ANY_PHASE (~0u)

// The memory that all threads of the grid access through one pointer in one phase. Memory that they
// read only to fill tiles does not count. The addresses of its bytes lie between the polynomials'
// values, in which there is no block's number.
struct oc_memory {
    unsigned base;            // the pointer's unknown
    unsigned phase;           // OC_ANY_PHASE: the direct code reads it, in place of a tile
    bool is_written;          // else it is read
    struct oc_poly low, high; // of the first byte and of the last one
};

struct oc_trace {
    struct oc_atoms atoms;
    const unsigned *size; // of the block
    struct oc_tile_access *stores, *loads;
    size_t store_count, store_capacity, load_count, load_capacity;
    struct oc_tile_load *forms; // of the loads' instructions, each once
    size_t form_count, form_capacity;
    struct oc_evaluation evaluation;
    struct oc_poly *needs; // polynomials that are not to be negative (oc_trace_end)
    size_t need_count;
    struct oc_memory *memories;
    size_t memory_count, memory_capacity;
};

// Prepares to trace the body function of a kernel, for blocks of a size. Returns false if it has no
// thread's code.
bool oc_trace_begin(struct oc_ir *ir, LLVMValueRef body, const unsigned size[3],
                    struct oc_trace *out);

// Goes through the body with all threads of a block. `shared` are the module's shared variables.
// Returns false if something cannot be followed, or if the threads do more than copy memory to
// shared variables, read these after a barrier, and write other memory.
bool oc_trace_block(struct oc_trace *trace, LLVMValueRef body, const struct oc_values *shared);

// Notes that a thread accesses some bytes at an address, where some facts hold.
void oc_trace_note(struct oc_trace *trace, const struct oc_facts *facts,
                   const struct oc_poly *address, int64_t bytes, unsigned phase, bool writes);

// Sets what is needed for the trace to be right, with what was needed after it was made
// (oc_conditions_need). Returns false if that cannot be.
bool oc_trace_end(struct oc_trace *trace);

// The number of the pointer that an address is relative to: the only one in its polynomial. Returns
// false if there is no such one.
bool oc_trace_base(const struct oc_trace *trace, const struct oc_poly *address, unsigned *number);

#endif
