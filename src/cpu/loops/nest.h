// nest.h - the loops over blocks and threads while they are built (threads.h): what all modules of
// this folder work on.
#ifndef OC_NEST_H
#define OC_NEST_H

#include "cpu/analysis/body.h"
#include "cpu/analysis/regions.h"
#include "cpu/analysis/uniform.h"

// What the body needs of memory: glue/preamble.h, blocks_fn.
struct oc_frame {
    size_t bytes;
    size_t bytes_per_thread;
    bool knows_block; // its size matters to the code
};

// The blocks of the loops around a region. Without loops only `first`, `inner`, `latch` and `last`
// are there, and the region runs once for all threads.
struct oc_loops {
    LLVMBasicBlockRef first;    // before the loops: scalar code
    LLVMBasicBlockRef nest;     // the loops' first block
    LLVMBasicBlockRef row;      // once for each row of threads in x
    LLVMBasicBlockRef inner;    // a thread's start; goes to the region's head
    LLVMBasicBlockRef latch;    // a thread's end
    LLVMBasicBlockRef row_end;  // a row's end
    LLVMBasicBlockRef last;     // after the loops: scalar code
    LLVMValueRef x, y, z;       // 64-bit; x is a phi of `inner`, or a constant
    LLVMValueRef low, high;     // x runs from low to high - 1
    LLVMValueRef thread;        // this thread's number in its block
    LLVMValueRef thread_ids[3]; // 32-bit
    LLVMValueRef global_ids[3]; // 64-bit
    struct oc_map values;       // what stands in the region for a value from outside
    bool loops;
};

struct oc_threads {
    struct oc_ir *ir;
    const struct oc_body *body;
    const struct oc_uniform *uniform;
    const struct oc_regions *regions;
    const struct oc_values *privates; // the thread's stack variables
    struct oc_map given;              // the blocks that the function had before
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i32, i64;
    LLVMValueRef sizes[3];        // of a block, 64-bit
    LLVMValueRef counts[3];       // of blocks, 32-bit
    LLVMValueRef block_ids[3];    // 32-bit
    LLVMValueRef bases[3];        // block id * block size, 64-bit
    LLVMValueRef low, high;       // of x in every region
    LLVMValueRef shared;          // dynamic shared memory
    LLVMValueRef memory;          // the memory after it, aligned to 64 bytes
    bool flat;                    // x is the global id
    unsigned strip;               // strips.h: the threads of a strip, in whose loops we are; or 0
    bool whole;                   // a strip's loop runs for all threads or none; a rest for others
    LLVMValueRef strip_x;         // strips.h: the phi of the loop that is cut into strips
    struct oc_loops *loops;       // a region
    struct oc_entering *entering; // entering.h: the phis of heads
    size_t entering_count;
    struct oc_bits writing; // regions whose threads each hand a value to a phi
    struct oc_frame frame;
};

#endif
