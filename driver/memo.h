// memo.h - answers that the driver keeps for later builds, in the cache's directory
// (src/cache/cache.h).
#ifndef OC_DRIVER_MEMO_H
#define OC_DRIVER_MEMO_H

#include "base/text.h"
#include "driver/cachedir.h"

// The answer to a question, which is a list of words: the list that was written for the same words
// last. Empty if there is none, or the cache is off.
struct oc_args oc_memo_read(struct oc_arena *arena, const struct oc_cachedir *cache,
                            const struct oc_args *question);

// Keeps an answer. Does nothing if that fails, or the cache is off.
void oc_memo_write(struct oc_arena *arena, const struct oc_cachedir *cache,
                   const struct oc_args *question, const struct oc_args *answer);

#endif
