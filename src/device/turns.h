// turns.h - the loops of a function, as dominators.h sees them: blocks that lead back to a block
// that dominates them.
#ifndef OC_TURNS_H
#define OC_TURNS_H

#include "device/dominators.h"

struct oc_turns {
    const struct oc_dominators *blocks;
    size_t *heads; // by block: the first block of the innermost loop around; the count, if none
    size_t *outer; // by first block of a loop: that of the next loop around; the count, if none
};

void oc_turns_read(struct oc_arena *arena, const struct oc_dominators *blocks,
                   struct oc_turns *out);

// Whether a block is the first one of a loop that has one way in and one way back.
bool oc_turns_begin(const struct oc_turns *turns, size_t block);

// Whether a block is in the innermost loop around another one. False, if there is none.
bool oc_turns_share(const struct oc_turns *turns, size_t other, size_t block);

#endif
