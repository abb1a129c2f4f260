// races.h - finds where all threads of a kernel, or of a block, write to one element: each a value
// of its own, or one that is computed from what the element had.
//
//     if (i < n)
//         sum[0] += x[i];
//
// Only what is evident is found: an address that is the same for all threads, or for those of all
// blocks that have one index in the block; and conditions that hold for several of them, if for
// any: an index that is less than a bound or is not a number, and, where the element is changed,
// those of data.
#ifndef OC_RACES_H
#define OC_RACES_H

#include "effects/accesses.h"
#include "effects/ways.h"

// Which threads are compared: those of one block, else those of the grid; of these, the ones whose
// indices differ in one dimension only, or in OC_ALL_AXES.
enum { OC_ALL_AXES = -1 };
struct oc_rivals {
    bool of_block;
    int axis;
};

// What is known of the code of a thread function.
struct oc_races {
    struct oc_ir *ir;
    LLVMValueRef thread;
    struct oc_rivals rivals;
    struct oc_ways ways;
    struct oc_map kinds;        // of the instructions
    struct oc_values worked_on; // arrays that are written in loops
    bool asks;                  // some instruction asks for a thread's index
    bool asks_blocks;           // some instruction asks for one that depends on the block
    unsigned asked_axes;        // a bit for each dimension of which an index is asked
};

struct oc_race {
    LLVMValueRef write;
    bool changes;   // what is written, or whether, depends on what the element had
    bool by_blocks; // the threads are of different blocks: it may be one of each block
};

// Reads a thread function. Returns false if it is too large to be looked at.
bool oc_races_read(struct oc_ir *ir, LLVMValueRef thread, struct oc_rivals rivals,
                   struct oc_races *out);

// Looks at the writes to an array that are in the thread function. Returns whether there is such a
// write.
bool oc_races_find(struct oc_races *races, const struct oc_accesses *accesses, struct oc_race *out);

#endif
