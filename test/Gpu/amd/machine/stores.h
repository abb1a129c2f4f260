// stores.h - stores that are done late: other waves must not rely on them before this one has
// waited.
//
// With a seed, what a wave stores stays in a queue until it waits for the store, accesses the same
// kind of memory itself, or ends; now and then it is done earlier. So a wait that is missing before
// a barrier, or before a flag is set, shows in what others read. Without a seed stores are done at
// once.
#ifndef AMD_STORES_H
#define AMD_STORES_H

#include "wave.h"

// Stores a lane's data to memory of the host's; `counter` is C_STORE or C_DS, the detail is
// access.h's.
void stores_put(struct wave *w, enum counter counter, unsigned lane, const struct operand *data,
                unsigned detail, uint8_t *to);

// Ends what one instruction stores. Returns whether it stored anything late.
bool stores_end_instruction(struct wave *w, enum counter counter);

// Does what the oldest instruction stored; or all.
void stores_do_oldest(struct wave *w, enum counter counter);
void stores_do_all(struct wave *w, enum counter counter);

#endif
