// dominators.h - the blocks of a function in the order of its dominator tree.
//
// A block dominates another one if every way from the entry to that leads through it. Blocks have
// numbers such that those that a block dominates follow it, without others in between; the entry
// has number 0. Blocks that cannot be reached have none. Takes hardly more time than reading the
// blocks, however many they are.
#ifndef OC_DOMINATORS_H
#define OC_DOMINATORS_H

#include "base/map.h"
#include "ir/ir.h"

// The numbers of blocks, without repetitions.
struct oc_numbers {
    const size_t *items;
    size_t count;
};

struct oc_dominators {
    size_t count;              // of the blocks
    LLVMBasicBlockRef *blocks; // by number
    struct oc_map numbers;     // by block
    size_t *ends;              // the number after the last block that a block dominates
    size_t *parents;           // the last block that dominates a block, but for itself; 0 for 0
    struct oc_numbers *next;   // successors
    struct oc_numbers *before; // predecessors
};

// The blocks and their branches must not change while `out` is used.
void oc_dominators_read(struct oc_arena *arena, LLVMValueRef function, struct oc_dominators *out);

// The number of a block; the count of the blocks, if it cannot be reached.
size_t oc_dominators_number(const struct oc_dominators *dominators, LLVMBasicBlockRef block);

// Whether a block dominates another one, or is that.
static inline bool oc_dominators_has(const struct oc_dominators *dominators, size_t block,
                                     size_t other) {
    return block <= other && other < dominators->ends[block];
}

// Marks, in `marks` by block, the blocks from which control can come to one that is marked, but not
// those from which it only can by way of `stop`. `stop` may be the count of the blocks: none.
void oc_dominators_spread_back(struct oc_arena *arena, const struct oc_dominators *dominators,
                               bool *marks, size_t stop);

// Where ways from a block meet: returns for each block that `head` dominates, counted from `head`,
// the number of the first other block that every way from it to an end leads through, before it
// leads to `head` or to a block that `head` does not dominate. Two kinds of ways do not count:
// those that never end, and those that end the program, as a failed assertion does. The result is
// the count of the blocks, if there is no such block.
size_t *oc_dominators_meetings(struct oc_arena *arena, const struct oc_dominators *dominators,
                               size_t head);

#endif
