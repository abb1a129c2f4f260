// naturalloops.h - the natural loops of a function: a first block, and the blocks that lead back to
// it without leaving what it dominates. By the numbers of dominators.h, and without memory that has
// to be freed.
#ifndef OC_NATURALLOOPS_H
#define OC_NATURALLOOPS_H

#include "device/dominators.h"

struct oc_naturalloops {
    const struct oc_dominators *blocks;
    size_t *heads; // by block: the first block of the innermost loop around; the count, if none
    size_t *outer; // by first block of a loop: that of the next loop around; the count, if none
};

void oc_naturalloops_read(struct oc_arena *arena, const struct oc_dominators *blocks,
                          struct oc_naturalloops *out);

// Whether a block is the first one of a loop that is entered by one edge and has one edge back.
bool oc_naturalloops_is_plain(const struct oc_naturalloops *loops, size_t block);

// The block before such a loop.
size_t oc_naturalloops_before(const struct oc_naturalloops *loops, size_t head);

// Whether a block is in the innermost loop around another one. False, if there is none.
bool oc_naturalloops_has(const struct oc_naturalloops *loops, size_t other, size_t block);

#endif
