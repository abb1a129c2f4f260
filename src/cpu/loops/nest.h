// nest.h - the loops over blocks and threads while they are built (threads.h). All modules of this
// folder work on these structs.
#ifndef OC_NEST_H
#define OC_NEST_H

#include "cpu/analysis/body.h"
#include "cpu/analysis/missed.h"
#include "cpu/analysis/order.h"
#include "cpu/analysis/regions.h"
#include "cpu/analysis/uniform.h"

// The memory that the body needs for a block (glue/preamble.h, blocks_fn).
struct oc_frame {
    size_t bytes;
    size_t bytes_per_thread; // for each thread of the block, in addition
    bool knows_block;        // the code depends on the block's size
    bool divisible;          // it does not, and only uses global ids and numbers of threads in x
    bool strides;            // of the loops over several blocks, one is inside of a loop in which
                             // threads take turns at an array (stride.h)
};

// The loops around a region: their basic blocks and values. If the region runs once for all
// threads, there are no loops, and only the blocks `first`, `inner`, `latch` and `last`.
struct oc_loops {
    LLVMBasicBlockRef first;    // before the loops: scalar code
    LLVMBasicBlockRef nest;     // the loops' first block
    LLVMBasicBlockRef row;      // begins each row of threads in x
    LLVMBasicBlockRef inner;    // a thread's start; goes to the region's head
    LLVMBasicBlockRef latch;    // a thread's end
    LLVMBasicBlockRef row_end;  // a row's end
    LLVMBasicBlockRef last;     // after the loops: scalar code
    LLVMValueRef x, y, z;       // 64-bit; x is a phi of `inner`, or a constant
    LLVMValueRef low, high;     // x runs from low to high - 1
    LLVMValueRef thread;        // this thread's number in its block
    LLVMValueRef thread_ids[3]; // 32-bit
    LLVMValueRef global_ids[3]; // 64-bit
    struct oc_map values;       // for values from outside of the region, what is used in it instead
    bool loops;                 // there are loops
    bool is_piece;              // the x loop runs over one piece of a row (pieces.h)
    bool uses_records;          // the code accesses the threads' records (slots.h)
    LLVMValueRef answers;       // a variable: how many threads go on (questions.h), or NULL
    struct oc_map voted;        // blocks that only lanes run that have voted (voters.h)
};

// The vector code of a loop of the thread's code (steps.h).
struct oc_step_code {
    LLVMBasicBlockRef begin; // branches to that code or to the loop; NULL: no such code
    struct oc_bits nodes;    // of the loop
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
    unsigned lanes;            // of a block that is a group of lanes (groups.h); else 0
    bool of_groups;            // a thread is a group of lanes, and does not wait for what others do
    unsigned innermost;        // the grid's dimension that x runs over; 1: x and y are exchanged
    LLVMValueRef sizes[3];     // of a block, 64-bit
    LLVMValueRef counts[3];    // of blocks, 32-bit
    LLVMValueRef block_ids[3]; // 32-bit
    LLVMValueRef bases[3];     // block id * block size, 64-bit
    LLVMValueRef low, high;    // x runs from low to high - 1 in every region
    LLVMValueRef shared;       // the address of dynamic shared memory
    LLVMValueRef memory;       // the address of the body's memory, aligned to 64 bytes
    bool flat;                 // x is the global id
    bool short_rows;           // x runs over single blocks, and all that the file's launches name
                               // have several rows of few threads; or x runs over lanes
    bool keeps_place;          // each turn of an x loop stores its thread's index in memory, for
                               // functions that are called
    unsigned strip;            // in the loops of a strip (strips.h): its most threads; else 0
    LLVMValueRef strip_length; // in the loops of a strip: its number of threads, 64-bit
    bool whole;                // the loops of lanes, and of a strip of constant length: the x loops
                               // run all of these threads, unless they are cut into pieces
    LLVMValueRef strip_x;      // the phi x of the loop that is cut into strips
    struct oc_missed *missed;  // says why loops are not for vectors
    struct oc_loops *loops;    // of each region
    struct oc_step_code *steps;   // of each region that a loop begins with
    struct oc_entering *entering; // the phis of all heads (entering.h)
    size_t entering_count;
    struct oc_bits writing; // the regions in which each thread writes a value for a phi
    struct oc_frame frame;  // the memory that is needed so far
    bool keeps_records;     // what is passed between regions is together for each thread (slots.h)
    LLVMValueRef records;   // the last array of such records, or NULL
    size_t record_bytes;    // how many bytes of a record in it are used
    // The work of each node, if the processor is slow at elements that are far apart; or NULL.
    const struct oc_order_work *works;
};

// The memory that is enough for two kinds of a body's code.
struct oc_frame oc_nest_greater_frame(struct oc_frame one, struct oc_frame other);

// Whether a region's x loop runs over all lanes of a group, or all threads of a strip of constant
// length. After a split (split.h), its main loop runs all of them, or none.
bool oc_nest_is_whole(const struct oc_threads *threads, const struct oc_loops *loops);

// Whether a region's x loop runs over all lanes of a group, also as one strip.
bool oc_nest_is_of_lanes(const struct oc_threads *threads, const struct oc_loops *loops);

// Whether a block belongs to the code of a region's threads: the block in which each thread starts,
// and the region's nodes.
bool oc_nest_has(const struct oc_threads *threads, size_t region, LLVMBasicBlockRef block);

#endif
